import { createHash } from 'node:crypto';
import { apiOf, attempt } from './attempt.ts';
import type { ModelEntry } from './entry.ts';
import { limitsIn } from './failure/waits.ts';
import { createGate, type Gate } from './gate.ts';
import { conclude } from './inbound/conclude.ts';
import type { RawTurn } from './inbound/turn.ts';
import { createLessonBook, type LessonBook } from './lessons.ts';
import { Meter } from './meter.ts';
import type { CompleteOptions, Model, Reply, Request } from './model.ts';
import { type Setup, setupOf } from './outbound/setup.ts';
import { sumUsage } from './price.ts';
import { compatOf } from './profile.ts';
import { recover } from './recover.ts';
import type { Call, Room } from './room.ts';
import { defaultRetries, noTries, type RetryPolicy } from './retry.ts';
import { createTransport } from './transport/client.ts';
import { defaultPatience, type Patience } from './transport/watch.ts';
import { type OnWait, sleep } from './wait.ts';

export type ModelDeps = {
  /** Shared by all models that use one provider key, see `gateKey`. */
  readonly gate?: Gate;
  /** Shared by all models of a process, so that a refusal teaches once. */
  readonly lessons?: LessonBook;
  readonly retries?: Partial<RetryPolicy>;
  readonly patience?: Partial<Patience>;
  readonly onWait?: OnWait;
  /** From 0 to 1, to spread waits. */
  readonly random?: () => number;
};

const LONGEST_HEED_MS = 60_000;

/**
 * A model behind an OpenAI-compatible endpoint. A turn comes whole or not at all; passing failures are repeated within
 * bounds, refusals of parameters are learned from, everything else is a ModelError of its kind. Throws at once where the
 * entry names an unknown profile.
 */
export function createModel(entry: ModelEntry, deps: ModelDeps = {}): Model {
  compatOf(entry);
  const lessons = deps.lessons ?? createLessonBook();
  const key = lessonKey(entry);
  const room: Room = {
    entry,
    lessons,
    key,
    transport: createTransport(entry),
    gate: deps.gate ?? createGate(entry.name),
    retries: { ...defaultRetries, ...deps.retries },
    patience: { ...defaultPatience, ...deps.patience },
    meter: new Meter(entry),
    random: deps.random ?? Math.random,
    onWait: deps.onWait ?? (() => undefined),
  };
  return {
    name: entry.name,
    get window() {
      return entry.window ?? lessons.of(key).window;
    },
    estimate: (request) => room.meter.upper(request),
    async complete(request, options) {
      return complete(room, request, options);
    },
  };
}

/** Names a provider key: models with the same one share a gate. Shows the host, and nothing of the key itself. */
export function gateKey({ baseUrl, apiKey }: ModelEntry): string {
  const mark = createHash('sha256').update(apiKey).digest('hex').slice(0, 6);
  return `${baseUrl.replace(/^https?:\/\//, '').replace(/\/.*$/, '')} ${mark}`;
}

export const lessonKey = ({ baseUrl, model, api }: ModelEntry): string => `${baseUrl} ${model} ${api}`;

async function complete(room: Room, request: Request, options: CompleteOptions): Promise<Reply> {
  const call: Call = { request, options, tries: noTries, learned: [], discarded: undefined };
  for (;;) {
    const result = await tryOnce(room, call);
    if ('reply' in result) {
      return result.reply;
    }
    if (result.waitMs > 0) {
      await sleep(result.waitMs, options.signal);
    }
  }
}

async function tryOnce(room: Room, call: Call): Promise<{ reply: Reply } | { waitMs: number }> {
  const { request, options } = call;
  const { signal, onDelta = () => undefined, lane = '' } = options;
  const setup = setupOf(room.entry, room.lessons.of(room.key));
  const api = apiOf(setup);
  const body = api.body(request, setup);
  const again = call.tries !== noTries;
  const tokens = room.meter.expected(request);
  const onWait = tellWaits(room, options);
  // The gate counts from when it lets a request go, so nothing slow may follow it.
  await room.transport.ready();
  const pass = await room.gate.enter({ lane, signal, again, tokens, ...(!again && { onWait }) });
  try {
    const onHeaders = (headers: Headers): void => {
      pass.answered();
      heed(headers, room.gate);
    };
    const turn = await attempt({ ...room, api, body, signal, onDelta, onHeaders });
    const reply = replyOf(room, call, turn, setup);
    pass.done({ result: 'ok', tokens: reply.usage.input + reply.usage.output });
    return { reply };
  } catch (error) {
    const next = recover(room, call, { error, body, setup });
    pass.done(next.outcome);
    if (next.step === 'give up') {
      throw next.error;
    }
    if (next.wait) {
      onWait(next.wait);
    }
    return { waitMs: next.outcome.result === 'limited' ? 0 : (next.wait?.ms ?? 0) };
  }
}

const tellWaits =
  ({ onWait }: Room, options: CompleteOptions): OnWait =>
  (wait) => {
    onWait(wait);
    options.onWait?.(wait);
  };

function replyOf(room: Room, call: Call, turn: RawTurn, setup: Setup): Reply {
  const { request, learned, discarded } = call;
  const cut = room.meter.cutRemark(turn, request);
  const usage = room.meter.usage(turn, request);
  const remarks = [...learned, ...(cut === undefined ? [] : [cut])];
  try {
    return {
      ...conclude(turn, request, setup.origin),
      usage,
      model: turn.model ?? room.entry.model,
      ...(remarks.length > 0 && { remarks }),
      ...(discarded && { discarded }),
    };
  } catch (error) {
    call.discarded = sumUsage(usage, discarded);
    throw error;
  }
}

/** A provider that says it has nothing left is believed before it refuses. */
function heed(headers: Headers, gate: Gate): void {
  const spent = limitsIn(headers, Date.now()).filter(({ remaining }) => remaining === 0);
  const waits = spent.map(({ resetMs }) => resetMs).filter((ms) => ms <= LONGEST_HEED_MS);
  if (waits.length > 0) {
    gate.pause(Math.max(...waits));
  }
}
