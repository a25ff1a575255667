import { asModelError, RefusedError } from './failure/classify.ts';
import { wordsOf } from './failure/reported.ts';
import { charged, type ModelError } from './errors.ts';
import type { Outcome } from './gate.ts';
import type { Json } from './json.ts';
import type { Lesson } from './lessons.ts';
import type { Call, Room } from './room.ts';
import { lessonFrom } from './outbound/learn.ts';
import type { Setup } from './outbound/setup.ts';
import { nextTry, shorter } from './retry.ts';
import type { Wait } from './wait.ts';
import { windowIn } from './window.ts';

export type Recovery =
  | { readonly step: 'again'; readonly outcome: Outcome; readonly wait?: Wait }
  | { readonly step: 'give up'; readonly outcome: Outcome; readonly error: unknown };

const MOST_LESSONS = 6;

/** What follows from a failed try: a changed request, a wait and the same one, or the end. */
export function recover(
  room: Room,
  call: Call,
  failed: { readonly error: unknown; readonly body: Json; readonly setup: Setup },
): Recovery {
  const { entry } = room;
  const { options } = call;
  if (options.signal.aborted) {
    return { step: 'give up', outcome: { result: 'failed' }, error: options.signal.reason };
  }
  const error = asModelError(failed.error, entry, entry.baseUrl);
  const lesson = call.learned.length < MOST_LESSONS ? lessonIn(error, failed.body, failed.setup) : undefined;
  if (lesson) {
    room.lessons.learn(room.key, lesson);
    call.learned.push(`${entry.name}: ${lesson.told}`);
    return { step: 'again', outcome: { result: 'failed' } };
  }
  learnWindow(room, error);
  const next = nextTry(error, call.tries, shorter(room.retries, options.retries), room.random);
  if (next.step === 'give up') {
    const last = call.discarded ? charged(next.error, call.discarded) : next.error;
    return { step: 'give up', outcome: { result: 'failed' }, error: last };
  }
  call.tries = next.tries;
  const limited = error.kind === 'rate_limit';
  return {
    step: 'again',
    outcome: limited ? { result: 'limited', retryAfterMs: next.waitMs } : { result: 'failed' },
    wait: { why: limited ? 'rate limit' : 'retry', ms: next.waitMs, of: entry.name, reason: error.message },
  };
}

function lessonIn(error: ModelError, body: Json, setup: Setup): Lesson | undefined {
  if (!(error instanceof RefusedError)) {
    return undefined;
  }
  if (error.kind === 'not_found') {
    return otherApi(error, setup);
  }
  return error.kind === 'bad_request' ? lessonFrom(error.report, body, setup) : undefined;
}

/** No such path, while nothing is said against the model: the server may know only the older API. */
function otherApi({ report }: RefusedError, { entry, lessons }: Setup): Lesson | undefined {
  const speaksOfModel = /model|deployment/i.test(wordsOf(report.body));
  return entry.api === 'responses' && lessons.api === undefined && !speaksOfModel
    ? { api: 'chat', told: 'the server has no /responses: chat completions are used' }
    : undefined;
}

function learnWindow({ entry, lessons, key }: Room, error: ModelError): void {
  if (error.kind !== 'overflow' || !(error instanceof RefusedError)) {
    return;
  }
  const window = windowIn(`${wordsOf(error.report.body)} ${JSON.stringify(error.report.body)}`);
  if (window !== undefined && window !== lessons.of(key).window && entry.window === undefined) {
    lessons.learn(key, { window, told: `the context window holds ${String(window)} tokens` });
  }
}
