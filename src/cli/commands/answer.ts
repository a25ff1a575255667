import type { Event } from '../../domain/event.ts';
import type { Run } from '../../domain/run.ts';
import { openJournal } from '../../io/journal.ts';
import { acquireLock } from '../../io/lock.ts';
import { here, pickRun } from '../runs.ts';
import type { Shell } from '../shell.ts';
import { ENVIRONMENT, UserError, USAGE } from '../user-error.ts';

/** `orchestrate answer "…"`: answers what a resting run asks; resuming it is a step of its own. */
export async function answer(text: string, name: string | undefined, shell: Shell): Promise<number> {
  const at = await here(shell);
  const { run, folder } = await pickRun(at, name, { first: asks, else: 'none' });
  const event = answerTo(run, text);
  const acquired = await acquireLock({ file: at.state.lock, run: run.id, env: shell.env });
  if (acquired.kind === 'held') {
    throw new UserError(ENVIRONMENT, 'The run is under way at the moment. Answer once it waits.');
  }
  try {
    const { journal } = await openJournal(folder.journal);
    await journal.append(event);
    await journal.close();
  } finally {
    await acquired.lock.release();
  }
  shell.err(`kept with run ${run.id}; go on with it: orchestrate resume ${run.id}\n`);
  return 0;
}

const asks = (run: Run): boolean =>
  run.at !== 'ended' && (run.question !== null || run.progress.some((p) => p.at === 'asking'));

function answerTo(run: Run, text: string): Event {
  const asking = run.progress.find((p) => p.at === 'asking');
  if (!asking && run.question === null) {
    throw new UserError(USAGE, `Run ${run.id} asks nothing.`);
  }
  return { type: 'question.answered', checkpoint: asking?.checkpoint.id ?? null, text };
}
