import { readdir, readFile } from 'node:fs/promises';

const CLOSES_BY_ITSELF = 0o2000000;

/**
 * Descriptors from 3 on that this process was started with and that whatever it starts would get as well: a terminal or a
 * build system may have left files open that nobody inside shall read or write.
 */
export async function inheritedDescriptors(): Promise<number[]> {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const open = await Promise.all(
    names.map(async (name) => ({ number: Number(name), stays: await stays(name) })),
  );
  return open.flatMap(({ number, stays: found }) => (found && number > 2 ? [number] : []));
}

async function stays(name: string): Promise<boolean> {
  const info = await readFile(`/proc/self/fdinfo/${name}`, 'latin1').catch(() => '');
  const flags = /^flags:\s*([0-7]+)/m.exec(info)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & CLOSES_BY_ITSELF) === 0;
}

/** A command for bash that has none of these descriptors. */
export const withoutDescriptors = (descriptors: readonly number[], command: string): readonly string[] =>
  descriptors.length === 0
    ? ['bash', '-c', '--', command]
    : [
        'bash',
        '-c',
        `exec ${descriptors.map((n) => `${String(n)}>&-`).join(' ')}; exec bash -c -- "$1"`,
        'bash',
        command,
      ];
