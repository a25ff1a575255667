import { readPlan } from '../config/plan-file.ts';
import { tell } from '../config/problem.ts';
import { apply } from '../domain/apply.ts';
import type { Event } from '../domain/event.ts';
import type { Run } from '../domain/run.ts';
import { grant, type Wish } from '../domain/wish.ts';
import { readSmall } from '../io/small-file.ts';
import type { RunFolder } from '../io/state.ts';
import { planMade } from '../run/plan-made.ts';
import { UserError, USAGE } from './user-error.ts';

type Planned = Pick<RunFolder, 'planYaml'>;

/** A yes to the plan as it stands in its file, where a person may have edited it. Throws a UserError if it is no plan. */
export async function approvedPlan(run: Run, folder: Planned): Promise<Event[]> {
  const approved: Event = { type: 'plan.approved' };
  const text = await readSmall(folder.planYaml);
  if (text === null) {
    return [approved];
  }
  const read = readPlan(text, { file: folder.planYaml, cap: run.settings.checkpoints });
  if (!read.ok) {
    throw new UserError(
      USAGE,
      `The plan cannot be used as it was edited:\n${read.problems.map(tell).join('\n')}`,
    );
  }
  const { checkpoints } = read.plan;
  const same = JSON.stringify(checkpoints) === JSON.stringify(run.progress.map((p) => p.checkpoint));
  return same ? [approved] : [planMade(read.plan, 'person'), approved];
}

/**
 * A run that rests goes on with what a person said at the keyboard. What somebody else has settled meanwhile is left as
 * it is.
 */
export async function goingOnWith(
  wishes: readonly Wish[],
  resting: Run,
  folder: Planned,
): Promise<readonly Event[]> {
  const resumed: Event = { type: 'run.resumed', budget: null, minutes: null };
  const events: Event[] = [resumed];
  let run = apply(resting, resumed);
  for (const wish of wishes) {
    const said = await eventsOf(wish, run, folder);
    run = said.reduce(apply, run);
    events.push(...said);
  }
  return events;
}

async function eventsOf(wish: Wish, run: Run, folder: Planned): Promise<readonly Event[]> {
  if (isOfAnother(wish, run)) {
    return [];
  }
  if (wish.wish === 'approve' && run.at === 'approving') {
    return approvedPlan(run, folder);
  }
  const granted = grant(run, wish);
  return granted.ok ? granted.events : [];
}

/** A word about the plan or to the planner, which wait no more: it would go to checkpoints that nobody was asked about. */
function isOfAnother(wish: Wish, { at, question }: Run): boolean {
  switch (wish.wish) {
    case 'approve':
    case 'decline':
      return wish.checkpoint === null && at !== 'approving';
    case 'answer':
      return wish.checkpoint === null && question === null;
    case 'tell':
    case 'pause':
    case 'skip':
    case 'retry':
      return false;
  }
}
