import type { Event } from '../domain/event.ts';
import type { Run } from '../domain/run.ts';
import type { Wish } from '../domain/wish.ts';
import { ending, type Ending } from '../view/ending.ts';
import { needsOf } from '../view/needs.ts';
import type { Again } from './again.ts';
import type { Finished, Listeners, Opened } from './driving.ts';
import { approvedPlan } from './going-on.ts';
import type { Screen } from './shown.ts';
import type { Shell } from './shell.ts';
import type { Stopping } from './stopping.ts';
import { UserError } from './user-error.ts';

type Driving = {
  readonly shell: Shell;
  readonly screen: Pick<Screen, 'aside'>;
  readonly stop: Pick<Stopping, 'signal' | 'signalled'>;
  readonly listeners: Listeners;
  /** Absent where nobody is to be asked. */
  readonly again: Again | undefined;
  /** Calls a person who may have looked away, before they are asked. */
  readonly call: (run: Run, end: Ending) => Promise<void>;
};

/** How a run came to its rest. `asked`: its user was asked at the keyboard, and left it for later. */
export type Rested = { readonly finished: Finished; readonly end: Ending; readonly asked: boolean };

/** Drives a run, and where it waits for a person who is at the keyboard asks them and goes on, until it ends or rests. */
export async function toRest(opened: Opened, driving: Driving): Promise<Rested> {
  const { stop, listeners, again, call, screen } = driving;
  let pausedByHand = false;
  const finished = await opened.drive(stop.signal, {
    ...listeners,
    onLine: (line) => {
      pausedByHand ||= isPausedByHand(line.event);
      listeners.onLine?.(line);
    },
  });
  const { run } = finished;
  const end = ending(run, stop.signalled());
  const waits = run.paused?.reason === 'person' && needsOf(run).length > 0 && !pausedByHand;
  if (!waits || !again || !screen.aside) {
    return { finished, end, asked: false };
  }
  await call(run, end);
  const wishes = await screen.aside(async (terminal) => settled(opened, run, { ...driving, terminal }));
  return wishes.length === 0 ? { finished, end, asked: true } : toRest(await again(opened, wishes), driving);
}

/** Whoever pauses a run does not want to be asked at once to go on. */
const isPausedByHand = (event: Event): boolean => event.type === 'run.paused' && event.letter !== undefined;

type Talking = Pick<Driving, 'shell' | 'stop'> & {
  readonly terminal: Parameters<Parameters<NonNullable<Screen['aside']>>[0]>[0];
};

async function settled({ folder }: Opened, run: Run, { shell, stop, terminal }: Talking): Promise<Wish[]> {
  const { settle } = await import('./settle.ts');
  return settle(needsOf(run), {
    keyboard: shell.stdin,
    terminal,
    signal: stop.signal,
    planFile: folder.planYaml,
    plan: run.progress,
    planner: run.settings.single ? 'none' : 'there',
    planTrouble: async () => planTrouble(run, folder),
    show: async (checkpoint) => {
      await (await import('./commands/look.ts')).show(checkpoint, run.id, shell);
    },
  });
}

async function planTrouble(run: Run, folder: Opened['folder']): Promise<string | undefined> {
  try {
    await approvedPlan(run, folder);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) {
      return error.message;
    }
    throw error;
  }
}
