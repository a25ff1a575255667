import { answered, type Message } from '../../domain/transcript.ts';
import type { Tool } from '../tool.ts';
import { cycle, waiting } from './cycle.ts';
import { failing, unchanged } from './failing.ts';
import type { Guard } from './guard.ts';
import { idle } from './idle.ts';
import { red } from './red.ts';
import { stepsOf } from './steps.ts';

/** What a look at the conversation's tail says: a word to the model, or the end of the attempt. */
export type Advice = { readonly hint: string } | { readonly stuck: string };

const guards: readonly Guard[] = [cycle, waiting, failing, unchanged, red];

/**
 * Judges the last reply's calls by the messages alone, so that it says the same after a restart. Undefined when all is
 * well. However far a pattern has gone within one reply, the model hears of it before the attempt ends for it.
 */
export function advise(messages: readonly Message[], tools: readonly Tool[]): Advice | undefined {
  const last = messages.findLastIndex((m) => m.role === 'assistant');
  const steps = stepsOf(messages, tools);
  const before = steps.slice(0, steps.length - answered(messages.slice(last)).length);
  const canChange = tools.some((t) => !t.reads);
  const seen = [...guards, ...(canChange ? [idle] : [])].flatMap((guard) => {
    const now = guard.look(steps);
    const was = guard.look(before)?.count ?? 0;
    return now && now.count >= guard.hintAt ? [{ guard, now, was }] : [];
  });
  const end = seen.find(({ guard, now, was }) => now.count >= guard.endAt && was >= guard.hintAt);
  if (end) {
    return { stuck: end.guard.end(end.now) };
  }
  const hints = seen.filter(({ guard, was }) => was < guard.hintAt).map(({ guard, now }) => guard.hint(now));
  return hints.length > 0 ? { hint: hints.join('\n\n') } : undefined;
}
