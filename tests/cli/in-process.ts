import { PassThrough } from 'node:stream';
import { commandLine } from '../../src/cli/command-line.ts';
import type { Shell } from '../../src/cli/shell.ts';

export type Place = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
};

const nothing = (): void => undefined;

/** Surroundings for a command in this very process, and what it has said so far. */
export function shellOf({ cwd, env, input = '' }: Place): {
  readonly shell: Shell;
  readonly said: { stdout: string; stderr: string };
} {
  const said = { stdout: '', stderr: '' };
  const [out, err, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
  out.on('data', (text: Buffer) => (said.stdout += text.toString()));
  err.on('data', (text: Buffer) => (said.stderr += text.toString()));
  stdin.end(input);
  const shell: Shell = {
    version: '1.2.3',
    cwd,
    env,
    out: (text) => (said.stdout += text),
    err: (text) => (said.stderr += text),
    hide: nothing,
    redact: (text) => text,
    stdout: out,
    stderr: err,
    stdin,
    onStop: () => nothing,
    onExit: () => nothing,
    onCrash: nothing,
    interrupt: nothing,
    exit: (code) => {
      throw new Error(`exit ${String(code)}`);
    },
    die: nothing,
  };
  return { shell, said };
}

/** Carries a command line out in this very process: cheaper than one of its own, where nothing is to be killed. */
export async function inProcess(argv: readonly string[], place: Place) {
  const { shell, said } = shellOf(place);
  const exit = await commandLine(argv, shell);
  return { exit, ...said };
}
