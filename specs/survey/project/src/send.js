import { next } from './queue.js';

/** Hands waiting messages to the transport, one after the other. */
export async function sendAll(transport) {
  for (let message = next(); message !== undefined; message = next()) {
    // TODO: try again when the transport fails
    await transport(message);
  }
}
