import { z } from 'zod';
import type { Message } from '../domain/transcript.ts';
import type { Model, Reply, Request } from './model.ts';
import { livened, mapTexts, type Pair, skeletonOf } from './normalise.ts';
import { RecordedTurn } from './recording.ts';

/** A request that is not the recorded one. Nothing is guessed: the run ends here. */
export class ReplayMismatch extends Error {
  override readonly name = 'ReplayMismatch';
}

export type Replay = {
  /** The model of one conversation, named as it was recorded. */
  model(key: string, name?: string): Model;
  /** The conversations and turns that nobody has asked for yet, such as `c1.a1.coder 3`. */
  left(): string[];
};

type Turn = Omit<RecordedTurn, 'same' | 'v'>;

/**
 * Serves recorded replies again, by conversation and turn. A request must be the recorded one but for paths, hashes, times,
 * durations and random marks. `normalise` pairs live values with their names in the recording: replies come with
 * the live ones. Throws on a recording that cannot be read, with the number of the line.
 */
export function replay(recording: string, normalise: readonly Pair[] = []): Replay {
  const turns = turnsOf(recording);
  const asked = new Map<string, number>();
  return {
    left: () =>
      turns
        .filter(({ key, turn }) => turn >= (asked.get(key) ?? 0))
        .map(({ key, turn }) => `${key} ${String(turn)}`),
    model(key, name = 'replay') {
      return {
        name,
        async complete(request, { signal, onDelta }) {
          signal.throwIfAborted();
          const turn = asked.get(key) ?? firstTurn(turns, key);
          const recorded = turns.find((t) => t.key === key && t.turn === turn);
          if (!recorded) {
            throw new ReplayMismatch(`the recording holds no turn ${String(turn)} of ${key}`);
          }
          const reply = replyFor(recorded, request, normalise);
          asked.set(key, turn + 1);
          onDelta?.({ kind: 'text', text: reply.message.text });
          return reply;
        },
      };
    },
  };
}

const firstTurn = (turns: readonly Turn[], key: string): number =>
  Math.min(...turns.filter((t) => t.key === key).map(({ turn }) => turn), Number.MAX_SAFE_INTEGER);

function turnsOf(recording: string): Turn[] {
  const before = new Map<string, readonly Message[]>();
  return recording
    .split('\n')
    .map((line, n) => ({ line, n }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, n }) => {
      const { key, turn, same, messages, tools, reply } = lineOf(line, n + 1);
      const all = messages && [...(before.get(key) ?? []).slice(0, same), ...messages];
      before.set(key, all ?? []);
      return { key, turn, messages: all, tools, reply };
    });
}

function lineOf(line: string, number: number): RecordedTurn {
  try {
    return RecordedTurn.parse(JSON.parse(line));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : 'not JSON';
    throw new Error(`line ${String(number)} of the recording cannot be read: ${why}`, { cause: error });
  }
}

/** The recorded reply, speaking of this run's values. Throws ReplayMismatch where the request differs. */
function replyFor(turn: Turn, request: Request, pairs: readonly Pair[]): Reply {
  const place = `${turn.key} turn ${String(turn.turn)}`;
  const values = new Map<string, string>();
  const recorded = turn.messages ?? request.messages;
  const count = Math.max(recorded.length, request.messages.length);
  for (let n = 0; n < count; n++) {
    const then = skeletonOf(textOf(recorded[n]), turn.messages ? [] : pairs);
    const now = skeletonOf(textOf(request.messages[n]), pairs);
    if (then.text !== now.text) {
      const what = `message ${String(n)} of ${String(count)} (${request.messages[n]?.role ?? 'missing now'})`;
      throw new ReplayMismatch(
        `${place}: ${what} is not the recorded one.\n${difference(then.text, now.text)}`,
      );
    }
    then.values.forEach((value, i) => values.set(value, now.values[i] ?? value));
  }
  const tools = request.tools.map(({ name }) => name);
  if (turn.tools && tools.join(' ') !== turn.tools.join(' ')) {
    throw new ReplayMismatch(
      `${place}: the tools are ${tools.join(', ')}; recorded were ${turn.tools.join(', ')}`,
    );
  }
  const { remarks, discarded, ...reply } = livened(mapTexts(turn.reply, revalued(values)), pairs);
  return { ...reply, ...(remarks && { remarks }), ...(discarded && { discarded }) };
}

/** Recorded hashes, paths and marks become those of now, all in one pass: one may be another's new value. */
function revalued(values: ReadonlyMap<string, string>): (text: string) => string {
  const changed = [...values].filter(([then, now]) => then !== now).map(([then]) => then);
  if (changed.length === 0) {
    return (text) => text;
  }
  const longestFirst = changed
    .toSorted((a, b) => b.length - a.length)
    .map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(longestFirst.join('|'), 'g');
  return (text) => text.replace(pattern, (then) => values.get(then) ?? then);
}

function textOf(message: Message | undefined): string {
  if (!message) {
    return '';
  }
  if (message.role !== 'assistant') {
    return `${message.role}${message.role === 'tool' ? (message.ok ? ' ok' : ' failed') : ''}: ${message.text}`;
  }
  const calls = message.calls.map(({ tool, input }) => `\n${tool} ${JSON.stringify(input)}`).join('');
  return `assistant: ${message.text}${calls}`;
}

const AROUND = 120;

function difference(then: string, now: string): string {
  let at = 0;
  while (at < then.length && then.charAt(at) === now.charAt(at)) {
    at++;
  }
  const around = (text: string): string =>
    JSON.stringify(text.slice(Math.max(0, at - AROUND / 2), at + AROUND));
  return `recorded: ${around(then)}\nnow:      ${around(now)}`;
}
