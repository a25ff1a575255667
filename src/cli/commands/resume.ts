import type { Event } from '../../domain/event.ts';
import type { Run } from '../../domain/run.ts';
import { ending } from '../../view/ending.ts';
import { againWith } from '../again.ts';
import { carry } from '../carry.ts';
import { consentOf } from '../consent.ts';
import type { Listeners, Opened } from '../driving.ts';
import type { RunFlags } from '../flags.ts';
import { approvedPlan } from '../going-on.ts';
import { openAgain } from '../opening.ts';
import { lacksReports, renewReports } from '../reports.ts';
import { here, pickRun, type Here, type Recorded } from '../runs.ts';
import { openScreen } from '../screen.ts';
import type { Screen } from '../shown.ts';
import type { Shell } from '../shell.ts';
import { meetingOf } from '../meeting.ts';

/** `orchestrate resume`: goes on where a run stopped; of one that waited for approval this is the approval. */
export async function resume(name: string | undefined, flags: RunFlags, shell: Shell): Promise<number> {
  const at = await here(shell);
  const found = await unfinished(at, name);
  const screen = openScreen(shell, flags);
  try {
    screen.past(found.lines);
    if (isOver(found.run)) {
      return await over(at, found, { screen, env: shell.env });
    }
    const going = goingBy(flags, shell);
    const listeners = { onNotice: screen.notice, onSecrets: shell.hide };
    const opened = await reopen(at, found, going, listeners);
    return await carry(opened, shell, { screen, flags, again: againWith(going, listeners) });
  } finally {
    screen.close();
  }
}

function goingBy(flags: RunFlags, shell: Shell): Going {
  const { model, mode, sandbox, config, budget, minutes, tokens } = flags;
  const { cwd, env, version } = shell;
  const meeting = meetingOf(flags, shell);
  return {
    ...(meeting ? { meeting } : {}),
    cwd,
    env,
    version,
    flags: Object.fromEntries(
      Object.entries({ model, mode, sandbox }).filter(([, value]) => value !== undefined),
    ),
    unconfined: consentOf(shell, { given: flags.yesRunUnsandboxed === true, json: flags.json === true }),
    ...(config === undefined ? {} : { configFile: config }),
    ...(budget === undefined ? {} : { budget }),
    ...(minutes === undefined ? {} : { minutes }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}

type Raised = { readonly budget?: number; readonly minutes?: number; readonly tokens?: number };
type Going = Parameters<typeof openAgain>[0] & Raised;

/** The run of that name, or the newest unfinished one, ready to be driven on. */
export async function resumeRun(
  name: string | undefined,
  options: Going,
  listeners: Listeners = {},
): Promise<Opened> {
  const at = await here(options);
  return reopen(at, await unfinished(at, name), options, listeners);
}

const reopen = async (at: Here, found: Recorded, going: Going, listeners: Listeners): Promise<Opened> =>
  openAgain(going, { ...at, folder: found.folder }, async (run) => goingOn(run, found, going), listeners);

/** The newest unfinished run, else the newest one, to say that it is over. */
const unfinished = async (at: Here, name: string | undefined): Promise<Recorded> =>
  pickRun(at, name, { first: (run) => run.at !== 'ended', else: 'newest' });

/** Where the check could not run at all nothing was decided: that may be mended by now. */
const isOver = ({ at, ending: end }: Run): boolean => at === 'ended' && end?.outcome !== 'environment';

type Telling = { readonly screen: Screen; readonly env: Shell['env'] };

async function over(at: Here, { folder, run }: Recorded, { screen, env }: Telling): Promise<number> {
  const end = ending(run);
  if (await lacksReports(folder)) {
    await renewReports(at, folder, env);
  }
  screen.notice(`run ${run.id} is over; nothing is left to do`);
  screen.end(run, end);
  return end.exit;
}

/** What a person says by resuming: higher limits, and yes to what waited for it. */
async function goingOn(run: Run, { folder }: Recorded, flags: Raised): Promise<Event[]> {
  const resumed: Event = {
    type: 'run.resumed',
    budget: flags.budget ?? null,
    minutes: flags.minutes ?? null,
    ...(flags.tokens === undefined ? {} : { tokens: flags.tokens }),
  };
  const reopened: Event[] = run.at === 'ended' && !isOver(run) ? [{ type: 'run.reopened' }] : [];
  return [
    ...reopened,
    resumed,
    ...(run.at === 'approving' ? await approvedPlan(run, folder) : approvals(run)),
  ];
}

const approvals = (run: Run): Event[] =>
  run.progress.flatMap((p): Event[] =>
    p.at === 'approving' ? [{ type: 'checkpoint.approved', checkpoint: p.checkpoint.id }] : [],
  );
