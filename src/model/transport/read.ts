import { ModelError } from '../errors.ts';
import { objectOf, textOf } from '../json.ts';
import type { Fold } from '../inbound/turn.ts';
import { createEventReader, type WireEvent } from './events.ts';
import type { Watch } from './watch.ts';

type Reader = ReadableStreamDefaultReader<Uint8Array>;

const KEEP_ALIVE = /^(keep-?alive|ping|heartbeat)$/i;
const LEFT_TO_DRAIN_MS = 250;

/**
 * Feeds a reply to a fold until the turn is whole. A break after the turn was whole is no failure; before, it is.
 */
export async function readReply(response: Response, fold: Fold, watch: Watch): Promise<void> {
  const reader: Reader | undefined = response.body?.getReader();
  const events = createEventReader();
  let done = reader === undefined;
  try {
    while (!done) {
      const chunk = await reader?.read();
      const end = chunk === undefined || chunk.done;
      if (events.collecting()) {
        watch.progress();
      }
      done = feed(end ? events.end() : events.push(chunk.value), fold, watch) || end;
    }
  } catch (error) {
    if (!fold.whole() || (error instanceof ModelError && error.kind !== 'protocol')) {
      throw error;
    }
  }
  if (!fold.whole()) {
    throw new ModelError('protocol', 'the stream ended before the reply was whole');
  }
  leave(reader);
}

function feed(events: readonly WireEvent[], fold: Fold, watch: Watch): boolean {
  for (const event of events) {
    if (isProgress(event)) {
      watch.progress();
    }
    if (fold.take(event) === 'end') {
      return true;
    }
    if (fold.whole()) {
      watch.whole();
    }
  }
  return false;
}

const isProgress = (event: WireEvent): boolean =>
  event === 'done' || !KEEP_ALIVE.test(textOf(objectOf(event.data)?.['type']) ?? event.name);

/** A stream that ends by itself soon leaves its connection for the next request; one that does not is closed. */
function leave(reader: Reader | undefined): void {
  if (!reader) {
    return;
  }
  const cancel = (): void => {
    reader.cancel().catch(() => undefined);
  };
  const timer = setTimeout(cancel, LEFT_TO_DRAIN_MS);
  timer.unref();
  const drain = async (): Promise<void> => {
    while (!(await reader.read()).done) {
      // What comes after the end says nothing.
    }
    clearTimeout(timer);
  };
  drain().catch(() => undefined);
}
