import { createHash, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Redactor } from '../../domain/redaction/redactor.ts';
import { filter } from '../../domain/redaction/stream.ts';
import { FileError, openRoot, type Root } from '../../io/files.ts';
import type { ShellOptions } from '../../io/shell.ts';
import type { Wrap } from '../../io/shell-begin.ts';

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
  /** Hides secrets in what commands print, and puts back into a file what it hid there. */
  readonly redactor?: Redactor;
  /** Whether a path below the root is not to be written by the file tools. */
  readonly isProtected?: (path: string) => boolean;
  /** Search and list what ignore files name, too. */
  readonly showIgnored?: boolean;
};

/** The session as the tools share it. */
export type Workbench = {
  readonly options: ToolSession;
  readonly files: Root;
  readonly logs: Root;
  /** The environment of commands, with a mark by which their leftovers are found. */
  readonly env: Readonly<Record<string, string>>;
  readonly mark: string;
  /** A fresh file for a command's whole output. */
  readonly nextLog: () => string;
  /** Fingerprints of what this attempt has read or written, by real path. */
  readonly seen: Map<string, string>;
  /** Lets writers of the same path wait for each other. */
  lock<T>(path: string, work: () => Promise<T>): Promise<T>;
};

export async function openWorkbench(options: ToolSession): Promise<Workbench> {
  await mkdir(options.logs, { recursive: true });
  const { start, isProtected } = options;
  const files = await openRoot(options.root, {
    ...(start === undefined ? {} : { start }),
    ...(isProtected ? { isProtected } : {}),
  });
  const logs = await openRoot(options.logs);
  const mark = randomUUID();
  let commands = 0;
  return {
    options,
    files,
    logs,
    env: { ...options.env, [MARK]: mark },
    mark,
    nextLog: () => {
      commands += 1;
      return join(logs.path, `bash-${mark.slice(0, 8)}-${commands}.log`);
    },
    seen: new Map(),
    lock: keyedLock(),
  };
}

/** The variable that every process of a session inherits. */
export const MARK = 'ORCHESTRATE_SESSION';

/** Where a path is to be read: in the workspace, or among the outputs that commands left. */
export function readableRoot({ files, logs }: Workbench, path: string): Root {
  return isAbsolute(path) && path.startsWith(`${logs.path}/`) ? logs : files;
}

/** A file or folder that is there, or the refusal that says it is not. */
export async function mustExist(
  root: Root,
  path: string,
): Promise<{ readonly real: string; readonly kind: 'file' | 'directory' }> {
  const stat = await root.stat(path);
  if (!stat) {
    throw new FileError('missing', `${path} does not exist.`);
  }
  if (stat.kind !== 'file' && stat.kind !== 'directory') {
    throw new FileError('special', `${path} is not a regular file or a directory.`);
  }
  return { real: await root.resolve(path), kind: stat.kind };
}

const filterOf = ({ redactor }: ToolSession): Pick<ShellOptions, 'filter'> =>
  redactor ? { filter: () => filter(redactor) } : {};

export const shellOptions = ({ options, env, nextLog }: Workbench, cwd: string): ShellOptions => ({
  cwd,
  env,
  log: nextLog(),
  ...filterOf(options),
  ...(options.wrap ? { wrap: options.wrap } : {}),
});

export const fingerprint = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

/** What writers of a path wait for: its real name, or as it was asked where that is refused later. */
export const lockName = async ({ files }: Workbench, path: string): Promise<string> =>
  files.resolve(path).catch(() => path);

function keyedLock(): Workbench['lock'] {
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
