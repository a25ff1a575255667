import type { Run } from '../../domain/run.ts';
import type { Wish } from '../../domain/wish.ts';
import { deliver, isDriven } from '../deliver.ts';
import { here, pickRun, type Choice } from '../runs.ts';
import type { Shell } from '../shell.ts';
import { UserError, USAGE } from '../user-error.ts';

/** `orchestrate tell [run] [checkpoint] "…"`: words of a person for whoever works on it. */
export async function tell(words: readonly string[], shell: Shell): Promise<number> {
  const { run, checkpoint, text } = spoken(words, 'tell');
  return bring({ wish: 'tell', checkpoint, text }, { run, choice: UNFINISHED, shell });
}

/** `orchestrate decline [run] [checkpoint] "…"`: sends the plan, or an accepted change, back with words. */
export async function decline(words: readonly string[], shell: Shell): Promise<number> {
  const { run, checkpoint, text } = spoken(words, 'decline');
  return bring({ wish: 'decline', checkpoint, text }, { run, choice: UNFINISHED, shell });
}

/** `orchestrate pause [run]`: the run that is under way comes to rest and can be resumed. */
export async function pause(run: string | undefined, shell: Shell): Promise<number> {
  const at = await here(shell);
  const found = await pickRun(at, run, UNFINISHED);
  if (!(await isDriven({ at, found }))) {
    const { id } = found.run;
    throw new UserError(
      USAGE,
      `Run ${id} is not under way, so there is nothing to pause. To go on with it: orchestrate resume ${id}`,
    );
  }
  const code = await deliver({ at, found, wish: { wish: 'pause' }, shell });
  shell.err(`go on with it: orchestrate resume ${found.run.id}\n`);
  return code;
}

/** `orchestrate skip [run] <checkpoint>`: sets it aside; what does not need it goes on. */
export async function skip(words: readonly string[], shell: Shell): Promise<number> {
  const { run, checkpoint } = one(words, 'skip');
  return bring({ wish: 'skip', checkpoint }, { run, choice: UNFINISHED, shell });
}

/** `orchestrate retry [run] <checkpoint>`: begins it anew, with everything that it holds up; also after the end. */
export async function retry(words: readonly string[], shell: Shell): Promise<number> {
  const { run, checkpoint } = one(words, 'retry');
  return bring({ wish: 'retry', checkpoint }, { run, choice: RETRIABLE, shell });
}

/** `orchestrate approve [run] [checkpoint]`: lets what waits for it land while the rest goes on. */
export async function approve(words: readonly string[], shell: Shell): Promise<number> {
  const { run, checkpoint } = named(words, 'approve [run] [checkpoint]');
  return bring({ wish: 'approve', checkpoint: checkpoint ?? null }, { run, choice: UNFINISHED, shell });
}

type To = { readonly run: string | undefined; readonly choice: Choice; readonly shell: Shell };

async function bring(wish: Wish, { run, choice, shell }: To): Promise<number> {
  const at = await here(shell);
  return deliver({ at, found: await pickRun(at, run, choice), wish, shell });
}

const UNFINISHED: Choice = {
  first: (run) => run.at !== 'ended',
  else: { none: 'No run of this repository is unfinished. See where one stands: orchestrate status' },
};

const RETRIABLE: Choice = {
  first: (run: Run) => run.at !== 'ended' || run.progress.some((p) => p.at === 'blocked'),
  else: {
    none: 'Nothing is blocked in any run of this repository. See where one stands: orchestrate status',
  },
};

const isCheckpoint = (word: string): boolean => /^c[1-9]\d*$/.test(word);

/** Which words name a run and which a checkpoint: a checkpoint is told by its form. */
export function named(
  words: readonly string[],
  usage: string,
): { readonly run: string | undefined; readonly checkpoint: string | undefined } {
  const [run, ...others] = words.filter((word) => !isCheckpoint(word));
  const [checkpoint, ...more] = words.filter(isCheckpoint);
  if (others.length + more.length > 0) {
    throw new UserError(USAGE, `Too many words: ${words.join(' ')}. Usage: orchestrate ${usage}`);
  }
  return { run, checkpoint };
}

/** The same before words, which come last. */
function spoken(words: readonly string[], command: string) {
  const usage = `${command} [run] [checkpoint] "…"`;
  const text = words.at(-1) ?? '';
  const { run, checkpoint = null } = named(words.slice(0, -1), usage);
  if (text.trim() === '' || isCheckpoint(text)) {
    throw new UserError(USAGE, `What are the words? They come last, in quotes. Usage: orchestrate ${usage}`);
  }
  return { run, checkpoint, text };
}

/** The same where a checkpoint must be named. */
export function one(
  words: readonly string[],
  command: string,
): { readonly run: string | undefined; readonly checkpoint: string } {
  const { run, checkpoint } = named(words, `${command} [run] <checkpoint>`);
  if (checkpoint === undefined) {
    throw new UserError(
      USAGE,
      `Which checkpoint? ${words.length === 0 ? 'Name one' : `${words.join(' ')} names none`}, such as c1. Usage: orchestrate ${command} [run] <checkpoint>`,
    );
  }
  return { run, checkpoint };
}
