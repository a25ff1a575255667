import { execa } from 'execa';

export type ExecOptions = {
  readonly cwd: string;
  /** The whole environment of the program: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Output beyond this many bytes ends the program. Default 64 MiB. */
  readonly maxBytes?: number;
  /** Whether a Ctrl-C at the terminal reaches it too: one that holds locks is better let to its end. */
  readonly group?: 'ours' | 'own';
};

export type ExecResult = {
  /** Null when the program was killed or could not be started. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Why it did not end by itself, in words; null otherwise. */
  readonly failure: string | null;
};

/** Runs one program with its arguments, no shell, and waits for its end. An exit code is a result, never an exception. */
export async function exec(file: string, args: readonly string[], options: ExecOptions): Promise<ExecResult> {
  const result = await execa(file, args, {
    cwd: options.cwd,
    env: options.env,
    extendEnv: false,
    ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
    ...(options.signal ? { cancelSignal: options.signal } : {}),
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    maxBuffer: options.maxBytes ?? 64 * 1024 * 1024,
    detached: options.group === 'own',
    encoding: 'buffer',
    reject: false,
    stripFinalNewline: false,
    forceKillAfterDelay: 500,
  });
  options.signal?.throwIfAborted();
  return {
    exitCode: result.exitCode ?? null,
    stdout: Buffer.from(result.stdout),
    stderr: Buffer.from(result.stderr).toString('utf8'),
    failure: result.exitCode === undefined ? (result.shortMessage ?? 'the program was killed') : null,
  };
}
