import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { slim } from '../page/slim.ts';
import type { PageSource } from './source.ts';

/** So often a connection on which nothing happens is tried, to learn that nobody listens any more. */
const BEAT_MS = 15_000;

export type Streaming = {
  readonly source: PageSource;
  readonly run: string;
  /** Number of the first event that is wanted. */
  readonly from: number;
  readonly signal: AbortSignal;
};

/**
 * The events of a run as server-sent events, each a page of them, with the number of its last one as id. A page `end`
 * says that no more will come.
 */
export async function stream(response: ServerResponse, streaming: Streaming): Promise<void> {
  const { source, run, from } = streaming;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, streaming.signal]);
  const pages = await source.follow(run, { from, signal });
  if (!pages) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  const heart = setInterval(() => void response.write(': \n\n'), BEAT_MS);
  try {
    for await (const page of pages) {
      const last = page.at(-1);
      if (last) {
        const text = source.redact(JSON.stringify(page.map(slim)));
        if (!response.write(`id: ${String(last.seq)}\ndata: ${text}\n\n`)) {
          await Promise.race([once(response, 'drain', { signal }), once(response, 'close')]);
        }
        // A long journal is read without a pause: the socket gets its turn here.
        await setImmediate();
      }
    }
    response.end(signal.aborted ? '' : 'event: end\ndata: \n\n');
  } finally {
    clearInterval(heart);
  }
}
