import { fold } from '../domain/apply.ts';
import type { Event } from '../domain/event.ts';
import type { Run } from '../domain/run.ts';
import { GitError } from '../io/git/call.ts';
import { readJournal } from '../io/journal.ts';
import type { RunFolder } from '../io/state.ts';
import { ending, type Ending } from '../view/ending.ts';
import { renderReport } from '../view/report-text.ts';
import { row } from '../view/row.ts';
import type { Again } from './again.ts';
import { askPerson } from './ask-person.ts';
import { atKeyboard } from './at-keyboard.ts';
import { jumpWords, watchJumps } from './clock-jump.ts';
import type { Listeners, Opened } from './driving.ts';
import type { RunFlags } from './flags.ts';
import { callMeanwhile, callUser, canCall } from './hooks.ts';
import { toLive } from './live-channel.ts';
import { callingMeanwhile } from './meanwhile.ts';
import { giveOut } from './outlets.ts';
import { RunBroken } from './run-broken.ts';
import type { Screen } from './shown.ts';
import type { Shell } from './shell.ts';
import { stopping } from './stopping.ts';
import { systemTrouble } from './system-trouble.ts';
import { toRest } from './to-rest.ts';

type Carrying = {
  readonly screen: Screen;
  /** Where the report goes beside the screen. */
  readonly flags: Pick<RunFlags, 'sarif' | 'junit'>;
  /** Looks at a run that has come to rest, and says what that means for this call. */
  readonly atRest?: (run: Run, end: Ending) => Promise<Ending>;
  /** Goes on with what a person at the keyboard says to what waits for them; absent where nobody is to be asked. */
  readonly again?: Again;
};

/** Drives an opened run to its rest with everything that a person may see and do meanwhile; gives the exit code. */
export async function carry(
  opened: Opened,
  shell: Shell,
  { screen, flags, atRest, again }: Carrying,
): Promise<number> {
  const stop = stopping(shell, async () => {
    const left = await recorded(opened.folder);
    screen.end(left, ending(left, stop.signalled()));
  });
  const unwatch = watchJumps((ms) => screen.notice(jumpWords(ms)));
  const { notice } = screen;
  const { calling, look } = callsOf(opened, shell, notice);
  const keys = atKeyboard(opened, shell);
  screen.take(keys);
  try {
    const {
      finished,
      end: came,
      asked,
    } = await toRest(opened, {
      shell,
      screen,
      stop,
      again,
      listeners: listenersOf(screen, look),
      call: async (run, end) => callUser(run, end, calling),
    });
    const { run: after, report } = finished;
    const end = (await atRest?.(after, came)) ?? came;
    screen.end(after, end, after.at === 'ended' ? [...renderReport(report), row('')] : []);
    files(after, opened.folder).forEach(screen.notice);
    await giveOut(report, flags, { shell, notice });
    await (asked ? undefined : callUser(after, end, calling));
    return end.exit;
  } catch (error) {
    return await brokenOff(error, opened.folder, screen);
  } finally {
    stop.end();
    unwatch();
    await keys.leave();
  }
}

function listenersOf(screen: Screen, look: (event: Event) => void): Listeners {
  const { aside } = screen;
  return {
    onLine: (line) => {
      screen.entry(line);
      look(line.event);
    },
    onDelta: toLive(screen),
    onWait: ({ role, attempt }, { why, of, ms }) =>
      screen.live({
        role,
        attempt,
        kind: 'wait',
        text: `${why} of ${of}${ms > 0 ? `, ${String(Math.ceil(ms / 1000))} s` : ''}`,
      }),
    onNotice: screen.notice,
    ...(aside ? { ask: async (question) => aside(async (terminal) => askPerson(question, terminal)) } : {}),
  };
}

/** How the user is called: at rest, and by `look` while the run goes on. */
function callsOf(opened: Opened, shell: Shell, notice: (text: string) => void) {
  const { configuration, git, folder } = opened;
  const { hooks } = configuration.machine;
  const calling = { hooks, root: git.root, records: folder.dir, shell, notice };
  const meanwhile = callingMeanwhile({
    after: canCall(hooks) ? mayWaitAfter(opened.run) : [],
    current: async () => recorded(folder),
    call: async (run, waits) => callMeanwhile(run, waits, calling),
  });
  const look = (event: Event): void => {
    meanwhile(event).catch((error: unknown) => notice(`nobody could be called: ${String(error)}`));
  };
  return { calling, look };
}

const mayWaitAfter = ({ settings }: Run): Event['type'][] => [
  'attempt.asked',
  ...(settings.approve === 'checkpoint' ? ['review.given' as const] : []),
];

const recorded = async ({ journal }: RunFolder): Promise<Run> =>
  fold((await readJournal(journal)).lines.map((line) => line.event));

/** Null where the journal cannot be read: then that is not what is to be told. */
async function recordedIfReadable(folder: RunFolder): Promise<Run | null> {
  try {
    return await recorded(folder);
  } catch {
    return null;
  }
}

/** A machine that is full or broken pauses a run like anything else that is not ready, although it cannot record that. */
async function brokenOff(error: unknown, folder: RunFolder, screen: Screen): Promise<number> {
  const trouble = error instanceof GitError ? error.message : systemTrouble(error);
  const left = await recordedIfReadable(folder);
  if (trouble === undefined || left === null) {
    throw left === null ? error : new RunBroken(left, error);
  }
  const run = { ...left, paused: left.paused ?? { reason: 'environment' as const, detail: trouble } };
  const end = ending(run);
  screen.end(run, end);
  return end.exit;
}

/** Files that a person is to look into now. */
function files({ at, ending: end }: Run, { planYaml, planRaw }: RunFolder): string[] {
  if (at === 'approving') {
    return [`Edit the plan as you like before you go on: ${planYaml}`];
  }
  return end?.outcome === 'unplanned'
    ? [
        `The planner's last words are kept: ${planRaw}\nMake the spec clearer or smaller, name another model for the planner (--model), or go without a plan: --no-plan.`,
      ]
    : [];
}
