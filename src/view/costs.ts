import type { EventOf } from '../domain/event.ts';
import { checkpointOf } from '../domain/ids.ts';
import { nothing, spend, type Spend } from '../domain/usage.ts';
import type { Report } from './report.ts';
import { spendFact } from './spend-fact.ts';
import { remarksIn, type Entry } from './watch.ts';

type Called = EventOf<'model.called'>;
type SpentBy = Report['spentBy'][number];

export const callsIn = (entries: readonly Entry[]): Called[] =>
  entries.flatMap(({ event }) => (event.type === 'model.called' ? [event] : []));

/** By role and model, in the order in which they first appeared together. */
export function spentBy(calls: readonly Called[]): SpentBy[] {
  const sums = new Map<string, { role: string; model: string; spent: Spend }>();
  for (const { role, model, usage } of calls) {
    const key = JSON.stringify([role, model]);
    sums.set(key, { role, model, spent: spend(sums.get(key)?.spent ?? nothing, usage) });
  }
  return [...sums.values()].map(({ role, model, spent }) => ({ role, model, spent: spendFact(spent) }));
}

export const callFacts = (entries: readonly Entry[]): Report['calls'] =>
  entries.flatMap(({ at, event }) => {
    if (event.type !== 'model.called') {
      return [];
    }
    const { role, conversation, model, usage, failed } = event;
    const outcome = failed === undefined ? 'answered' : 'failed';
    return [{ at, role, conversation, model, usd: usage.usd, outcome }];
  });

export const spentInAll = (calls: readonly Called[]): Spend =>
  calls.reduce((sum, { usage }) => spend(sum, usage), nothing);

/** What each checkpoint has taken, over all its attempts. */
export function spentOn(calls: readonly Called[]): ReadonlyMap<string, Spend> {
  const sums = new Map<string, Spend>();
  for (const { attempt, usage } of calls) {
    if (attempt !== null) {
      const id = checkpointOf(attempt);
      sums.set(id, spend(sums.get(id) ?? nothing, usage));
    }
  }
  return sums;
}

/** All that the run has taken, planning and failed attempts included, shared among the checkpoints that landed. */
export function perAccepted(spent: Spend, accepted: number): Report['perAccepted'] {
  if (accepted === 0) {
    return null;
  }
  const { usd, unpriced, estimated } = spendFact(spent);
  return {
    accepted,
    usd: usd === null ? null : usd / accepted,
    complete: unpriced === 0,
    input: spent.input / accepted,
    output: spent.output / accepted,
    estimated,
  };
}

/** What was said of models and servers on the way, each once, with how often it was said. */
export function remarksOf(calls: readonly Called[]): Report['remarks'] {
  const said = new Map<string, Report['remarks'][number]>();
  for (const call of calls) {
    const { model } = call;
    for (const remark of remarksIn(call)) {
      const key = JSON.stringify([model, remark]);
      said.set(key, { model, remark, times: (said.get(key)?.times ?? 0) + 1 });
    }
  }
  return [...said.values()];
}
