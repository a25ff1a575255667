import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { openRoot, type Root } from '../../io/files.ts';
import type { Wrap } from '../../io/shell.ts';

/** What one attempt works with. */
export type ToolSession = {
  /** The workspace; no file tool leaves it. */
  readonly root: string;
  /** Folder below the root that relative paths and commands start in. */
  readonly start?: string;
  /** Folder that takes the whole output of commands; the model may read it. */
  readonly logs: string;
  /** The whole environment of commands. */
  readonly env: Readonly<Record<string, string>>;
  /** What is run in place of `bash -c command`. */
  readonly wrap?: Wrap;
  /** Only the tools that change nothing. */
  readonly readOnly?: boolean;
  /** Which tools, in this order. Default: all but `apply_patch`. */
  readonly names?: readonly string[];
  /** The counts in a command's output, such as "3 of 41 tests failed". */
  readonly summarise?: (output: string) => string | undefined;
  /** Search and list what ignore files name, too. */
  readonly showIgnored?: boolean;
};

/** The session as the tools share it. */
export type Bench = {
  readonly options: ToolSession;
  readonly files: Root;
  readonly logs: Root;
  /** Fingerprints of what this attempt has read or written, by real path. */
  readonly seen: Map<string, string>;
  /** Lets writers of the same path wait for each other. */
  lock<T>(path: string, work: () => Promise<T>): Promise<T>;
};

export async function openBench(options: ToolSession): Promise<Bench> {
  await mkdir(options.logs, { recursive: true });
  const files = await openRoot(options.root, options.start === undefined ? {} : { start: options.start });
  return { options, files, logs: await openRoot(options.logs), seen: new Map(), lock: keyedLock() };
}

/** Where a path is to be read: in the workspace, or among the outputs that commands left. */
export function readableRoot({ files, logs }: Bench, path: string): Root {
  return isAbsolute(path) && path.startsWith(`${logs.path}/`) ? logs : files;
}

export const fingerprint = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

function keyedLock(): Bench['lock'] {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) {
        tails.delete(key);
      }
    }
  };
}
