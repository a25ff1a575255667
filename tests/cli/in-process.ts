import { PassThrough } from 'node:stream';
import { commandLine } from '../../src/cli/command-line.ts';
import type { Shell } from '../../src/cli/shell.ts';

export type Place = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
};

const nothing = (): void => undefined;

/** Carries a command line out in this very process: cheaper than one of its own, where nothing is to be killed. */
export async function inProcess(argv: readonly string[], { cwd, env, input = '' }: Place) {
  let stdout = '';
  let stderr = '';
  const [out, err, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
  out.on('data', (text: Buffer) => (stdout += text.toString()));
  err.on('data', (text: Buffer) => (stderr += text.toString()));
  stdin.end(input);
  const shell: Shell = {
    version: '1.2.3',
    cwd,
    env,
    out: (text) => (stdout += text),
    err: (text) => (stderr += text),
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
  const exit = await commandLine(argv, shell);
  return { exit, stdout, stderr };
}
