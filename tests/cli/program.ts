import path from 'node:path';
import { execa, type Result } from 'execa';
import { z } from 'zod';

export const bin = path.resolve(import.meta.dirname, '../../bin/orchestrate.mjs');

const OneRecord = z.looseObject({ type: z.string() });

/** Runs the built program as a user would; an exit code is a result. */
export async function orchestrate(
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly input?: string | Uint8Array;
  },
) {
  const { cwd, env, input } = options;
  const result = await execa(process.execPath, [bin, ...args], {
    cwd,
    env,
    extendEnv: false,
    reject: false,
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
  });
  return ranOf(result);
}

type Ended = Pick<Result, 'exitCode' | 'signal'> & { readonly stdout: string; readonly stderr: string };

/** What came of a program. */
export const ranOf = ({ exitCode, signal, stdout, stderr }: Ended) => ({
  exit: exitCode,
  signal,
  stdout,
  stderr,
  /** Records of a `--json` run. */
  get records() {
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => OneRecord.parse(JSON.parse(line)));
  },
});
