import { weigh, type CheckResult } from '../domain/check.ts';
import type { Event } from '../domain/event.ts';
import { doubtful, withBase } from '../domain/flaky.ts';
import { isProtected } from '../domain/guard/protected.ts';
import { checkAt } from '../domain/known.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import { restored } from '../io/git/restore.ts';
import { testsOfBase } from './check-base.ts';
import { runsIn, settled, toTheEnd, type Checking, type Runs, type Trial } from './check-commit.ts';
import type { Control } from './drive.ts';
import { inState } from './start.ts';

/** Once on the base, before anything is paid for: what fails there already is known and blocks nobody. */
export async function baseline(run: Run, world: Checking, control: Control): Promise<Event> {
  const trial = { commit: run.base, commands: run.settings.check, name: 'baseline', goesOn: toTheEnd };
  const result = await settled(trial, null, runsIn(run, world, control));
  return { type: 'baseline.ran', commit: run.base, check: result };
}

export async function finalCheck(run: Run, world: Checking, control: Control): Promise<Event> {
  const trial = { commit: run.head, commands: run.settings.check, name: 'final' };
  const result = await settled(trial, checkAt(run, run.head), runsIn(run, world, control));
  return { type: 'run.checked', commit: run.head, result };
}

/** On exactly the commit that was handed in, in a workspace that no agent can write. */
export async function check(attempt: string, run: Run, world: Checking, control: Control): Promise<Event> {
  const p = inState(run, attempt, 'checking');
  const { commit, checkpoint } = p;
  const runs = runsIn(run, world, control);
  const trial = {
    commit: await protectedBack(p, run, world),
    commands: [...(checkpoint.check === undefined ? [] : [checkpoint.check]), ...run.settings.check],
    name: `${attempt}.check.${commit.slice(0, 8)}`,
  };
  const known = checkAt(run, p.base);
  const first = await settled(trial, known, runs);
  const result = await notBlamed(first, { ...trial, commit: p.base }, known, runs);
  const baseTests =
    weigh(result, known) === 'green'
      ? await testsOfBase(p, run, world.git, { trial, result, known, runs })
      : null;
  return { type: 'check.ran', attempt, commit, result, ...(baseTests ? { baseTests } : {}) };
}

/** A change of protected files never lands, and what it brought along there does not run either. */
async function protectedBack(p: At<'checking'>, run: Run, { git }: Checking): Promise<string> {
  const paths = p.changed.filter((path) => isProtected(path, run.settings));
  return paths.length > 0 ? restored(git, { commit: p.commit, base: p.base, paths }) : p.commit;
}

/** Where nothing but flaky tests is red, the base is asked once more before the change is blamed. */
async function notBlamed(
  result: CheckResult,
  onBase: Trial,
  known: CheckResult | null,
  runs: Runs,
): Promise<CheckResult> {
  const doubts = doubtful(result, known);
  return doubts.length > 0
    ? withBase(result, doubts, await runs({ ...onBase, name: `${onBase.name}.base`, goesOn: toTheEnd }))
    : result;
}
