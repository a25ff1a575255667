import { constants } from 'node:fs';
import { open, readdir, realpath, type FileHandle } from 'node:fs/promises';
import { isAbsolute, posix } from 'node:path';
import { commitChanges, type Change } from './files-commit.ts';
import { FileError, outside } from './files-error.ts';
import { below } from './files-names.ts';
import { locate, type Place } from './files-walk.ts';

export { FileError, type FileProblem } from './files-error.ts';
export type { Change } from './files-commit.ts';

type Kind = 'file' | 'directory' | 'link' | 'other';
export type Entry = { readonly name: string; readonly kind: Kind };
/** `mode` are the permission bits, `size` is in bytes. */
type FileStat = { readonly kind: Kind; readonly size: number; readonly mode: number };

/** A regular file that is open for reading; the caller closes the handle. `path` is its real one below the root. */
export type OpenFile = { readonly handle: FileHandle; readonly path: string; readonly stat: FileStat };

/**
 * The files below one folder; nothing outside of it can be named, through links neither. Paths come as a model writes
 * them (relative to `start`, or absolute below the root); every refusal is a FileError.
 */
export type Root = {
  /** Real and absolute. */
  readonly path: string;
  /** Where relative paths begin, relative to the root; '' is the root. */
  readonly start: string;
  /** Path as the model would write it, for a real path below the root. */
  show(real: string): string;
  /** Real path below the root, whether or not there is something. */
  resolve(path: string): Promise<string>;
  stat(path: string): Promise<FileStat | undefined>;
  open(path: string): Promise<OpenFile>;
  read(path: string): Promise<{ readonly bytes: Buffer; readonly path: string; readonly mode: number }>;
  list(path: string): Promise<Entry[]>;
  /** All of the changes or none, each by a rename. Gives the real paths. */
  commit(changes: readonly Change[]): Promise<string[]>;
};

export type RootOptions = {
  readonly start?: string;
  /** Whether a path, as asked or as it really is below the root, is not to be written or removed. */
  readonly isProtected?: (path: string) => boolean;
};

export async function openRoot(root: string, options: RootOptions = {}): Promise<Root> {
  const real = await realpath(root);
  const start = posix.join('/', options.start ?? '').slice(1);
  const names = (path: string): string => inside({ given: root, real, start }, path);
  const at = async <T>(path: string, use: (place: Place) => Promise<T>): Promise<T> => {
    const place = await locate(real, names(path), { asked: path }).catch(restate(path));
    try {
      return await use(place);
    } finally {
      await place.close();
    }
  };
  const openFile = async (path: string): Promise<OpenFile> =>
    at(path, async (place) => openRegular(path, place));
  return {
    path: real,
    start,
    show: (path) => (start === '' || isAbsolute(path) ? path || '.' : posix.relative(start, path) || '.'),
    resolve: async (path) => at(path, async (place) => place.path),
    stat: async (path) => at(path, async ({ stat }) => stat && describe(stat)).catch(missingIsNothing),
    open: openFile,
    read: async (path) => {
      const file = await openFile(path);
      try {
        return { bytes: await file.handle.readFile(), path: file.path, mode: file.stat.mode };
      } finally {
        await file.handle.close();
      }
    },
    list: async (path) => at(path, async (place) => listFolder(path, place)),
    commit: async (changes) =>
      commitChanges(real, changes, { place: names, isProtected: options.isProtected }).catch(
        restate(changes.map(({ path }) => path).join(', ')),
      ),
  };
}

/** In bytes. Folder by folder a longer one could be made, but no other program could name or remove it. */
const LONGEST_PATH = 4095;
const tooLong = (asked: string): FileError =>
  new FileError('missing', `${asked.slice(0, 100)}… is too long for a path.`);

/** The system's errors name handles; the caller knows the path as it was asked. */
const restate =
  (asked: string) =>
  (error: unknown): never => {
    throw explain(error, asked);
  };

function explain(error: unknown, asked: string): Error {
  if (error instanceof FileError) {
    return error;
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') {
    return new FileError('denied', `${asked}: permission denied.`);
  }
  if (code === 'ENAMETOOLONG') {
    return tooLong(asked);
  }
  if (code === 'ELOOP') {
    return new FileError('special', `${asked} was changed into a symbolic link meanwhile; look again.`);
  }
  return error instanceof Error ? error : new Error(String(error));
}

function missingIsNothing(error: unknown): undefined {
  if (error instanceof FileError && (error.problem === 'missing' || error.problem === 'not-directory')) {
    return undefined;
  }
  throw error;
}

type Base = { readonly given: string; readonly real: string; readonly start: string };

function inside(base: Base, path: string): string {
  if (path.includes('\0')) {
    throw new FileError('missing', 'A path cannot hold a NUL character.');
  }
  if (path.length === 0) {
    throw new FileError('missing', 'The path is empty. "." is the folder you work in.');
  }
  if (path === '~' || path.startsWith('~/')) {
    throw outside(path, '~ is not expanded');
  }
  const slash = path.length > 1 && path.endsWith('/') ? '/' : '';
  const rest = isAbsolute(path)
    ? (below(base.real, path) ?? below(base.given, path))
    : posix.join(base.start, path).replace(/\/$/, '');
  if (rest === undefined || rest === '..' || rest.startsWith('../')) {
    throw outside(path);
  }
  if (Buffer.byteLength(posix.join(base.real, rest)) > LONGEST_PATH) {
    throw tooLong(path);
  }
  return rest + slash;
}

type Stat = NonNullable<Place['stat']>;

const kindOf = (of: Pick<Stat, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): Kind =>
  of.isFile() ? 'file' : of.isDirectory() ? 'directory' : of.isSymbolicLink() ? 'link' : 'other';

const describe = (stat: Stat): FileStat => ({
  kind: kindOf(stat),
  size: stat.size,
  mode: stat.mode & 0o7777,
});

async function openRegular(asked: string, place: Place): Promise<OpenFile> {
  if (!place.stat) {
    throw new FileError('missing', `${asked} does not exist.`);
  }
  if (place.stat.isDirectory()) {
    throw new FileError('directory', `${asked} is a directory, not a file.`);
  }
  if (!place.stat.isFile()) {
    throw new FileError('special', `${asked} is not a regular file (a pipe, socket or device).`);
  }
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(place.at, flags).catch(restate(asked));
  const stat = await handle.stat();
  if (!stat.isFile()) {
    await handle.close();
    throw new FileError('special', `${asked} is not a regular file.`);
  }
  return { handle, path: place.path, stat: describe(stat) };
}

async function listFolder(asked: string, place: Place): Promise<Entry[]> {
  if (!place.stat) {
    throw new FileError('missing', `${asked} does not exist.`);
  }
  if (!place.stat.isDirectory()) {
    throw new FileError('not-directory', `${asked} is a file, not a directory.`);
  }
  const entries = await readdir(place.at, { withFileTypes: true }).catch(restate(asked));
  return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
}
