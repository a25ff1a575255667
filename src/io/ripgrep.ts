import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';

/** `code` is ripgrep's: 0 found, 1 nothing found, 2 something went wrong; null when it was stopped. */
export type Searched = { readonly code: number | null; readonly errors: string };

export type SearchOptions = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** What ends a record. */
  readonly delimiter: '\n' | '\0';
  /** Gets each record of the output; `false` ends the search. */
  readonly onRecord: (record: string) => boolean;
};

/** No user's configuration, hidden files too, git's own never, ignore files also outside of a repository. */
export const SEARCH_FLAGS = [
  '--no-config',
  '--hidden',
  '--no-require-git',
  '--no-ignore-global',
  '--color=never',
  '--glob=!.git',
] as const;

let program: Promise<string> | undefined;

/** The packaged ripgrep, or the one on PATH where the package is without its program. */
async function ripgrep(): Promise<string> {
  program ??= import('@vscode/ripgrep').then(
    async ({ rgPath }) =>
      access(rgPath).then(
        () => rgPath,
        () => 'rg',
      ),
    () => 'rg',
  );
  return program;
}

/** Runs ripgrep and hands over its output record by record. Rejects with the signal's reason when aborted. */
export async function search(args: readonly string[], options: SearchOptions): Promise<Searched> {
  options.signal.throwIfAborted();
  const child = spawn(await ripgrep(), args, {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: options.signal,
    killSignal: 'SIGKILL',
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += errors.length < 10_000 ? text : '';
  });
  split(child.stdout, options, () => child.kill('SIGKILL'));
  const code = await closed.catch((error: unknown) => {
    options.signal.throwIfAborted();
    throw new Error(`ripgrep cannot be started: ${error instanceof Error ? error.message : String(error)}`);
  });
  return { code, errors };
}

function split(
  source: NodeJS.ReadableStream,
  { delimiter, onRecord }: Pick<SearchOptions, 'delimiter' | 'onRecord'>,
  stop: () => void,
): void {
  let rest = '';
  let wanted = true;
  source.setEncoding('utf8');
  source.on('data', (text: string) => {
    const records = (rest + text).split(delimiter);
    rest = records.pop() ?? '';
    wanted &&= records.every(onRecord);
    if (!wanted) {
      stop();
    }
  });
}
