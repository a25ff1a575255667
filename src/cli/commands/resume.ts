import { readFile } from 'node:fs/promises';
import { readPlan } from '../../config/plan-file.ts';
import { tell } from '../../config/problem.ts';
import type { Event } from '../../domain/event.ts';
import type { Run } from '../../domain/run.ts';
import { ending } from '../../view/ending.ts';
import type { Listeners, Opened } from '../driving.ts';
import type { RunFlags } from '../flags.ts';
import { openAgain } from '../opening.ts';
import { here, pickRun, type Here, type Recorded } from '../runs.ts';
import { openScreen, type Screen } from '../screen.ts';
import type { Shell } from '../shell.ts';
import { UserError, USAGE } from '../user-error.ts';
import { carry } from './run.ts';

/** `orchestrate resume`: goes on where a run stopped; of one that waited for approval this is the approval. */
export async function resume(name: string | undefined, flags: RunFlags, shell: Shell): Promise<number> {
  const at = await here(shell);
  const found = await pickRun(at, name, (run) => run.at !== 'ended');
  const screen = openScreen(shell, flags);
  try {
    for (const line of found.lines) {
      screen.entry(line);
    }
    if (found.run.at === 'ended') {
      return over(found, screen);
    }
    const { cwd, env, version } = shell;
    const opened = await reopen(at, found, { cwd, env, version, ...flags }, { onNotice: screen.notice });
    return await carry(opened, shell, screen);
  } finally {
    screen.close();
  }
}

type Going = Parameters<typeof openAgain>[0] & { readonly budget?: number; readonly minutes?: number };

/** The run of that name, or the newest unfinished one, ready to be driven on. */
export async function resumeRun(
  name: string | undefined,
  options: Going,
  listeners: Listeners = {},
): Promise<Opened> {
  const at = await here(options);
  return reopen(at, await pickRun(at, name, (run) => run.at !== 'ended'), options, listeners);
}

const reopen = async (at: Here, found: Recorded, going: Going, listeners: Listeners): Promise<Opened> =>
  openAgain(going, { ...at, folder: found.folder }, async (run) => goingOn(run, found, going), listeners);

function over({ run }: Recorded, screen: Screen): number {
  const end = ending(run);
  screen.notice(`run ${run.id} is over; nothing is left to do`);
  screen.end(run, end);
  return end.exit;
}

/** What a person says by resuming: higher limits, and yes to what waited for it. */
async function goingOn(
  run: Run,
  { folder }: Recorded,
  flags: { readonly budget?: number; readonly minutes?: number },
): Promise<Event[]> {
  const resumed: Event = {
    type: 'run.resumed',
    budget: flags.budget ?? null,
    minutes: flags.minutes ?? null,
  };
  return [resumed, ...(run.at === 'approving' ? await approvedPlan(run, folder) : approvals(run))];
}

async function approvedPlan(run: Run, folder: Recorded['folder']): Promise<Event[]> {
  const text = await readFile(folder.planYaml, 'utf8');
  const read = readPlan(text, { file: folder.planYaml, cap: run.settings.checkpoints });
  if (!read.ok) {
    throw new UserError(
      USAGE,
      `The plan cannot be used as it was edited:\n${read.problems.map(tell).join('\n')}`,
    );
  }
  const { checkpoints } = read.plan;
  const same = JSON.stringify(checkpoints) === JSON.stringify(run.progress.map((p) => p.checkpoint));
  const approved: Event = { type: 'plan.approved' };
  return same ? [approved] : [{ type: 'plan.made', plan: read.plan, by: 'person', edges: [] }, approved];
}

const approvals = (run: Run): Event[] =>
  run.progress.flatMap((p): Event[] =>
    p.at === 'approving' ? [{ type: 'checkpoint.approved', checkpoint: p.checkpoint.id }] : [],
  );
