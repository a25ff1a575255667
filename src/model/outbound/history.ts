import type { Assistant, Message } from '../../domain/transcript.ts';

type ToolMessage = Extract<Message, { role: 'tool' }>;

type Spoken = { readonly role: 'system' | 'user'; readonly text: string };

/** A turn with the answers to its calls right behind it, in the order of the calls. */
export type Exchange =
  Spoken | { readonly role: 'assistant'; readonly turn: Assistant; readonly results: readonly ToolMessage[] };

const UNANSWERED = 'No result: the call was interrupted. It may have run in part.';
const NO_OUTPUT = '(no output)';

/**
 * A conversation as servers can take it, whatever was recorded: every call answered once and right behind its turn,
 * answers without a call and empty turns left out, neighbours of one role joined. The record itself stays as it is.
 */
export function repaired(messages: readonly Message[]): Exchange[] {
  const answers = answersByCall(messages);
  const exchanges = messages.flatMap((message, at): Exchange[] => {
    switch (message.role) {
      case 'system':
      case 'user':
        return isEmpty(message.text) ? [] : [{ role: message.role, text: message.text }];
      case 'assistant':
        return isEmpty(message.text) && message.calls.length === 0
          ? []
          : [{ role: 'assistant', turn: message, results: resultsOf(message, answers.get(at)) }];
      case 'tool':
        return [];
    }
  });
  return joined(exchanges);
}

export const isEmpty = (text: string): boolean => text.trim() === '';

/** For each turn (by its place), the answers found to its calls (by their place in the turn). */
type Answers = ReadonlyMap<number, ReadonlyMap<number, ToolMessage>>;

/** An answer belongs to the nearest turn before it that made the call and has none yet. */
function answersByCall(messages: readonly Message[]): Answers {
  const answers = new Map<number, Map<number, ToolMessage>>();
  const open: { readonly id: string; readonly turn: number; readonly call: number }[] = [];
  messages.forEach((message, at) => {
    if (message.role === 'assistant') {
      // Of calls that share an id the first is answered first.
      const calls = message.calls.map(({ id }, call) => ({ id, turn: at, call }));
      open.unshift(...calls);
    }
    const found = message.role === 'tool' ? open.findIndex(({ id }) => id === message.call) : -1;
    const call = open[found];
    if (message.role === 'tool' && call) {
      open.splice(found, 1);
      answers.set(
        call.turn,
        (answers.get(call.turn) ?? new Map<number, ToolMessage>()).set(call.call, message),
      );
    }
  });
  return answers;
}

function resultsOf(
  { calls }: Assistant,
  answers: ReadonlyMap<number, ToolMessage> | undefined,
): ToolMessage[] {
  return calls.map(({ id }, n) => {
    const answer = answers?.get(n);
    return answer
      ? { ...answer, text: isEmpty(answer.text) ? NO_OUTPUT : answer.text }
      : { role: 'tool', call: id, ok: false, text: UNANSWERED };
  });
}

function joined(exchanges: readonly Exchange[]): Exchange[] {
  const result: Exchange[] = [];
  for (const next of exchanges) {
    const last = result.at(-1);
    const both = last && together(last, next);
    if (both) {
      result[result.length - 1] = both;
    } else {
      result.push(next);
    }
  }
  return result;
}

function together(a: Exchange, b: Exchange): Exchange | undefined {
  if (isSpoken(a) && isSpoken(b)) {
    return a.role === b.role ? { role: a.role, text: `${a.text}\n\n${b.text}` } : undefined;
  }
  if (isSpoken(a) || isSpoken(b) || a.turn.calls.length > 0) {
    return undefined;
  }
  const text = [a.turn.text, b.turn.text].filter((part) => !isEmpty(part)).join('\n\n');
  return { ...b, turn: { ...b.turn, text } };
}

const isSpoken = (exchange: Exchange): exchange is Spoken => exchange.role !== 'assistant';
