import type { Event } from '../../domain/event.ts';
import type { Run } from '../../domain/run.ts';
import { openJournal } from '../../io/journal.ts';
import { takeLock } from '../run-lock.ts';
import { here, pickRun } from '../runs.ts';
import type { Shell } from '../shell.ts';
import { UserError, USAGE } from '../user-error.ts';

/** `orchestrate answer "…"`: answers what a resting run asks; resuming it is a step of its own. */
export async function answer(text: string, name: string | undefined, shell: Shell): Promise<number> {
  const at = await here(shell);
  const lock = await takeLock(at.state, { run: 'answer', env: shell.env });
  try {
    const { run, folder } = await pickRun(at, name, { first: asks, else: NOBODY });
    const event = answerTo(run, text);
    const { journal } = await openJournal(folder.journal);
    await journal.append(event);
    await journal.close();
    shell.err(`kept with run ${run.id}; go on with it: orchestrate resume ${run.id}\n`);
    return 0;
  } finally {
    await lock.release();
  }
}

const NOBODY = {
  none: 'No run of this repository waits for an answer. See where one stands: orchestrate status',
};

const asks = (run: Run): boolean =>
  run.at !== 'ended' && (run.question !== null || run.progress.some((p) => p.at === 'asking'));

function answerTo(run: Run, text: string): Event {
  const asking = run.progress.find((p) => p.at === 'asking');
  if (!asking && run.question === null) {
    throw new UserError(USAGE, `Run ${run.id} asks nothing.`);
  }
  return { type: 'question.answered', checkpoint: asking?.checkpoint.id ?? null, text };
}
