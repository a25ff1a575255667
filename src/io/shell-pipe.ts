import { execFile } from 'node:child_process';
import { constants, open as openFile } from 'node:fs';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { Socket } from 'node:net';
import { promisify } from 'node:util';

/** `end` is what programs write to; close it once they have it. */
export type Pipe = { readonly reader: Socket; readonly end: FileHandle };

/** A plain descriptor: the socket closes it, and no handle may close it once more. */
const openDescriptor = promisify(openFile);

/**
 * A pipe in the file system's sense. Node's own are sockets, which a program cannot open again as /dev/stdout or
 * /dev/stderr. The name is gone before it is used. `path` is where programs are looked for.
 */
export async function openPipe(name: string, path: string | undefined): Promise<Pipe> {
  await promisify(execFile)('mkfifo', ['-m', '600', name], { env: { PATH: path ?? '/usr/bin:/bin' } });
  try {
    const source = await openDescriptor(name, constants.O_RDONLY | constants.O_NONBLOCK);
    const reader = new Socket({ fd: source, readable: true, writable: false });
    return { reader, end: await open(name, constants.O_WRONLY) };
  } finally {
    await unlink(name);
  }
}
