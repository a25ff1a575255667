import { readdir, readFile } from 'node:fs/promises';

export type Marked = { readonly pid: number; readonly command: string };

/**
 * Ends every process whose environment holds `name=value`: what left its group, as daemons do, still carries what it
 * was started with. Known on Linux only; elsewhere it finds nothing. Gives how many there were.
 */
export async function endMarked(name: string, value: string): Promise<number> {
  const marked = await findMarked(name, value);
  for (const { pid } of marked) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
  return marked.length;
}

/** The processes whose environment holds `name=value`, with their command lines. */
export async function findMarked(name: string, value: string): Promise<Marked[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid > 1 && pid !== process.pid);
  const found: Marked[] = [];
  for (const pid of pids) {
    if ((await wordsIn(`/proc/${pid}/environ`)).includes(`${name}=${value}`)) {
      found.push({ pid, command: (await wordsIn(`/proc/${pid}/cmdline`)).join(' ').trim() });
    }
  }
  return found;
}

const wordsIn = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\0');
