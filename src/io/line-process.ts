import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ProcessGroup } from './shell-group.ts';

export type LineProcessOptions = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** One line that it reads first. It ends itself once its stdin is closed, as at the death of this process. */
  readonly input: string;
  readonly onLine: (line: string) => void;
};

export type LineProcess = {
  readonly pid: number | undefined;
  /** How it ended, and the end of what it said on stderr. */
  readonly done: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly stderr: string;
  }>;
  /** Asks it to come to an end. */
  ask(): void;
  /** Ends it and its group at once. */
  kill(): void;
};

const KEPT_CHARACTERS = 4_000;

/** Another process of this program that speaks in lines: what blocks or kills it leaves this one be. */
export function startLineProcess({ file, args, cwd, env, input, onLine }: LineProcessOptions): LineProcess {
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const group = new ProcessGroup(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = `${stderr}${text}`.slice(-KEPT_CHARACTERS);
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', onLine);
  const read = new Promise<void>((resolve) => {
    lines.once('close', resolve);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${input}\n`);
  const run = async () => {
    await group.started;
    const { code, signal } = await group.exit;
    group.clear();
    await read;
    return { code, signal, stderr };
  };
  return {
    pid: child.pid,
    done: run(),
    ask: () => void child.kill('SIGTERM'),
    kill: () => group.kill('SIGKILL'),
  };
}
