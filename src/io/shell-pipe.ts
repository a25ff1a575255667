import { execFile } from 'node:child_process';
import { close, constants, open } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** `end` is what programs write to; close it once they have it. */
export type Pipe = { readonly reader: Socket; readonly end: WriteEnd };
export type WriteEnd = { readonly fd: number; close(): Promise<void> };

/** Plain descriptors: a handle that is never used would have to be closed by hand. */
const openDescriptor = promisify(open);
const closeDescriptor = promisify(close);

type Descriptors = { readonly read: number; readonly write: number };

/** Making pipes takes a program of its own, as long as the commands that need them: so several are made at once. */
const AT_ONCE = 8;
const spare: Descriptors[] = [];

/**
 * A pipe in the file system's sense. Node's own are sockets, which a program cannot open again as /dev/stdout or
 * /dev/stderr. Its name is gone before it is used. `programs` is where programs are looked for.
 */
export async function openPipe(programs: string | undefined): Promise<Pipe> {
  const { read, write } = spare.pop() ?? (await makeSome(programs));
  return {
    reader: new Socket({ fd: read, readable: true, writable: false }),
    end: { fd: write, close: async () => closeDescriptor(write) },
  };
}

async function makeSome(programs: string | undefined): Promise<Descriptors> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orchestrate-pipes-'));
  try {
    const names = Array.from({ length: AT_ONCE }, (_, i) => path.join(folder, String(i)));
    const env = { PATH: programs ?? '/usr/bin:/bin' };
    await promisify(execFile)('mkfifo', ['-m', '600', ...names], { env });
    const [first, ...others] = await Promise.all(names.map(openBoth));
    if (!first) {
      throw new Error('mkfifo made no pipe');
    }
    spare.push(...others);
    return first;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openBoth(name: string): Promise<Descriptors> {
  const read = await openDescriptor(name, constants.O_RDONLY | constants.O_NONBLOCK);
  return { read, write: await openDescriptor(name, constants.O_WRONLY) };
}
