import { advise, type Advice } from '../../../src/agent/guards/advise.ts';
import type { Message } from '../../../src/domain/transcript.ts';
import { echo, pen } from '../world.ts';

export type Act = readonly [tool: string, input: unknown, result: string, ok?: boolean];

/** `echo` and the tools that the model has no word for only look; `pen` changes things. */
export const tools = [echo, pen().tool, pen('bash').tool];

let number = 0;
/** One reply with its calls, answered. */
export function turn(...acts: readonly Act[]): Message[] {
  const calls = acts.map(([tool, input]) => ({ id: `k${String((number += 1))}`, tool, input }));
  return [
    { role: 'assistant', text: '', calls },
    ...acts.map(([, , text, ok = true], i): Message => ({
      role: 'tool',
      call: calls[i]?.id ?? '',
      ok,
      text,
    })),
  ];
}

export const times = <T>(n: number, make: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => make(i));

/** What is said after each turn, as the loop would hear it; hints go into the conversation as they do there. */
export function told(turns: readonly (readonly Message[])[], hands = tools): (Advice | undefined)[] {
  const messages: Message[] = [];
  return turns.map((messagesOfTurn) => {
    messages.push(...messagesOfTurn);
    const advice = advise(messages, hands);
    if (advice && 'hint' in advice) {
      messages.push({ role: 'user', text: advice.hint });
    }
    return advice;
  });
}

/** After how many turns the hint came, and the end; 0: never. */
export function when(turns: readonly (readonly Message[])[], hands = tools) {
  const all = told(turns, hands);
  return {
    hint: all.findIndex((a) => a && 'hint' in a) + 1,
    end: all.findIndex((a) => a && 'stuck' in a) + 1,
    hints: all.flatMap((a) => (a && 'hint' in a ? [a.hint] : [])),
    stuck: all.flatMap((a) => (a && 'stuck' in a ? [a.stuck] : [])).at(0) ?? '',
  };
}
