import { constants, existsSync, type Stats } from 'node:fs';
import { lstat, mkdir, open, readlink, rmdir } from 'node:fs/promises';
import { posix } from 'node:path';
import { FileError, outside } from './files-error.ts';
import { below, isGitName } from './files-names.ts';

/** A name in a folder that is held open: whatever happens to the path meanwhile, `at` leads nowhere else. */
export type Place = {
  /** Relative to the root, '/' between the names, free of symbolic links; '' is the root. */
  readonly path: string;
  /** What the system is asked with, valid until `close`. */
  readonly at: string;
  /** Of the name itself, links not followed; undefined where there is nothing. */
  readonly stat: Stats | undefined;
  /** Folders that were made on the way, outermost first. */
  readonly made: readonly string[];
  close(): Promise<void>;
};

export type WalkOptions = {
  /** `write` refuses git's own folder and, with `create`, makes the folders on the way. */
  readonly write?: boolean;
  readonly create?: boolean;
  /** Stay on a link that the path ends in. Default: follow it. */
  readonly keepLink?: boolean;
  /** The path as it is called in refusals. Default: the path. */
  readonly asked?: string;
};

type Folder = { readonly at: string; readonly name: string; close(): Promise<void> };

const BY_HANDLE = process.platform === 'linux' && existsSync('/proc/self/fd');
const MOST_LINKS = 40;

async function openFolder(at: string, name: string): Promise<Folder> {
  if (!BY_HANDLE) {
    return { at, name, close: async () => {} };
  }
  const handle = await open(at, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  return { at: `/proc/self/fd/${handle.fd}`, name, close: async () => handle.close() };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

async function look(at: string): Promise<Stats | undefined> {
  try {
    return await lstat(at);
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

/** Walks from the root name by name, so that no swapped folder or link can lead out. Throws FileError. */
export async function locate(root: string, path: string, options: WalkOptions = {}): Promise<Place> {
  const walk = new Walk(root, path, options);
  try {
    return await walk.run();
  } catch (error) {
    await removeFolders(walk.made);
    await walk.close();
    throw error;
  }
}

/** Takes away folders that were made for nothing, innermost first; one that is in use by now stays. */
export async function removeFolders(made: readonly string[]): Promise<void> {
  for (const at of made.toReversed()) {
    await rmdir(at).catch(() => {});
  }
}

class Walk {
  readonly root: string;
  readonly asked: string;
  readonly options: WalkOptions;
  readonly folders: Folder[] = [];
  readonly made: string[] = [];
  readonly todo: string[];
  links = 0;

  constructor(root: string, path: string, options: WalkOptions) {
    this.root = root;
    this.asked = options.asked ?? path;
    this.options = options;
    this.todo = path.split('/').toReversed();
  }

  async run(): Promise<Place> {
    this.folders.push(await openFolder(this.root, ''));
    let leaf: Place | undefined;
    while (this.todo.length > 0 && !leaf) {
      leaf = await this.step(this.todo.pop() ?? '');
    }
    return leaf ?? this.place('.', await lstat(`${this.here().at}/.`));
  }

  async step(name: string): Promise<Place | undefined> {
    if (name === '' || name === '.') {
      return undefined;
    }
    if (name === '..') {
      return this.up();
    }
    if (this.options.write && isGitName(name)) {
      throw new FileError('protected', `${this.asked} is git's own; it cannot be written. Use git commands.`);
    }
    const at = `${this.here().at}/${name}`;
    const isLast = this.todo.every((part) => part === '' || part === '.');
    const stat = await look(at);
    if (stat?.isSymbolicLink() && !(isLast && this.options.keepLink)) {
      return this.follow(await readlink(at));
    }
    if (isLast && !stat?.isDirectory()) {
      return this.place(name, stat);
    }
    return this.enter(name, stat);
  }

  async up(): Promise<undefined> {
    if (this.folders.length === 1) {
      throw outside(this.asked);
    }
    await this.folders.pop()?.close();
  }

  async follow(target: string): Promise<undefined> {
    this.links += 1;
    if (this.links > MOST_LINKS) {
      throw new FileError(
        'special',
        `${this.asked} goes round in circles: its symbolic links lead to each other.`,
      );
    }
    if (target.startsWith('/')) {
      const inside = below(this.root, target);
      if (inside === undefined) {
        throw outside(this.asked, `a symbolic link on it leads to ${target}`);
      }
      while (this.folders.length > 1) {
        await this.up();
      }
      this.todo.push(...inside.split('/').toReversed());
    } else {
      this.todo.push(...target.split('/').toReversed());
    }
  }

  async enter(name: string, stat: Stats | undefined): Promise<undefined> {
    const at = `${this.here().at}/${name}`;
    if (!stat) {
      if (!this.options.create) {
        throw new FileError(
          'missing',
          `${this.asked} does not exist: there is no folder ${this.pathOf(name)}.`,
        );
      }
      await mkdir(at);
      this.made.push(at);
    } else if (!stat.isDirectory()) {
      throw new FileError(
        'not-directory',
        `${this.asked} cannot be reached: ${this.pathOf(name)} is a file.`,
      );
    }
    this.folders.push(await openFolder(at, name));
  }

  here(): Folder {
    const folder = this.folders.at(-1);
    if (!folder) {
      throw new Error('The walk has no folder.');
    }
    return folder;
  }

  pathOf(name: string): string {
    return posix.join(...this.folders.map((folder) => folder.name), name);
  }

  place(name: string, stat: Stats | undefined): Place {
    const path = this.pathOf(name);
    const at = `${this.here().at}/${name}`;
    return { path: path === '.' ? '' : path, at, stat, made: this.made, close: async () => this.close() };
  }

  async close(): Promise<void> {
    await Promise.all(this.folders.splice(0).map(async (folder) => folder.close()));
  }
}
