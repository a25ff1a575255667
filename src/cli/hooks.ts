import { exec } from '../io/exec.ts';
import type { Run } from '../domain/run.ts';
import type { Hooks } from '../config/schema.ts';
import type { Ending } from '../view/ending.ts';
import { spendFact } from '../view/spend-fact.ts';
import type { Shell } from './shell.ts';

/** The moments at which a person may want to be called. */
type Moment = 'ended' | 'person' | 'stopped';

export type Calling = {
  readonly hooks: Hooks;
  readonly root: string;
  /** Folder of the run's records. */
  readonly records: string;
  readonly shell: Pick<Shell, 'env' | 'err' | 'stderr'>;
  readonly notice: (text: string) => void;
};

/**
 * Tells whoever looked away that the run has come to rest: by the user's own command, which is given the facts as JSON on
 * stdin, and on the terminal. Whoever stopped it is there and is not called. A command that fails is told.
 */
export async function callUser(run: Run, end: Ending, { hooks, ...calling }: Calling): Promise<void> {
  const moment = momentOf(run);
  if (moment === undefined) {
    return;
  }
  ring(hooks.terminal ?? 'off', `${run.title}: ${end.words[0] ?? moment}`, calling.shell);
  const command = hooks[moment];
  if (command !== undefined) {
    await runHook({ moment, command }, factsOf(moment, run, end, calling.records), calling);
  }
}

/** Whether there is any way to call somebody who is needed. */
export const canCall = ({ person, terminal = 'off' }: Hooks): boolean =>
  person !== undefined || terminal !== 'off';

/** The same while the run goes on, for something in it that waits for its user. */
export async function callMeanwhile(run: Run, waits: string, { hooks, ...calling }: Calling): Promise<void> {
  ring(hooks.terminal ?? 'off', `${run.title}: ${waits}`, calling.shell);
  if (hooks.person !== undefined) {
    const facts = {
      ...standing('person', run, calling.records),
      outcome: 'running',
      paused: null,
      detail: waits,
      exit: null,
      next: [],
    };
    await runHook({ moment: 'person', command: hooks.person }, facts, calling);
  }
}

function momentOf({ at, paused }: Run): Moment | undefined {
  if (at === 'ended') {
    return 'ended';
  }
  switch (paused?.reason) {
    case 'person':
      return 'person';
    case 'limit':
    case 'provider':
    case 'environment':
      return 'stopped';
    case 'interrupted':
    case undefined:
      return undefined;
  }
}

const factsOf = (moment: Moment, run: Run, end: Ending, records: string) => ({
  ...standing(moment, run, records),
  outcome: run.ending?.outcome ?? 'paused',
  paused: run.at === 'ended' ? null : (run.paused?.reason ?? null),
  detail: (run.at === 'ended' ? run.ending?.detail : run.paused?.detail) ?? '',
  exit: end.exit,
  next: end.next,
});

const standing = (moment: Moment, run: Run, records: string) => ({
  moment,
  run: run.id,
  title: run.title,
  branch: run.branch,
  head: run.head,
  landed: run.progress.filter((p) => p.at === 'landed').length,
  checkpoints: run.progress.length,
  spent: spendFact(run.spent),
  records,
});

const PATIENCE_MS = 30_000;

async function runHook(
  { moment, command }: { readonly moment: Moment; readonly command: string },
  facts: object,
  { root, shell, notice }: Omit<Calling, 'hooks'>,
): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(shell.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const { exitCode, stderr, failure } = await exec('/bin/sh', ['-c', command], {
    cwd: root,
    env,
    input: `${JSON.stringify(facts)}\n`,
    timeoutMs: PATIENCE_MS,
  });
  if (exitCode !== 0) {
    const how = failure ?? `exit ${String(exitCode)}`;
    const words = stderr.trim().split('\n').at(-1) ?? '';
    notice(`the hook "${moment}" of your config.yaml failed: ${[how, words].filter(Boolean).join(': ')}`);
  }
}

const BELL = '\u0007';
const OSC = '\u001b]';

/** What a terminal may do with it: a sound; `notify` is a message of the desktop, where the terminal knows how. */
function ring(
  how: NonNullable<Hooks['terminal']>,
  words: string,
  { err, stderr }: Pick<Shell, 'err' | 'stderr'>,
): void {
  if (how === 'off' || stderr.isTTY !== true) {
    return;
  }
  // oxlint-disable-next-line no-control-regex
  const bare = words.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
  err(how === 'notify' ? `${OSC}9;${bare}${BELL}` : BELL);
}
