import { access, constants, lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';

export type Tools = {
  /** Where programs are looked for, in order. */
  readonly path: string;
  /** The user's real home: never shown as a whole. */
  readonly home: string;
  /** Programs whose installation is needed besides. */
  readonly programs: readonly string[];
  /** Folders that programs there keep more of themselves in. */
  readonly parts: readonly string[];
};

/** Shown anyway, with all that lies in them. */
export const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix',
  '/gnu',
] as const;

/** Files beside programs that hold keys, as package managers keep them. */
const KEYS = /^(?:\.?credentials(?:\..*)?|\.?(?:npmrc|netrc|pypirc|yarnrc(?:\.yml)?)|.*\.(?:pem|key))$/i;

export type Shown = {
  /** Folders that are shown, read-only; none lies in another. */
  readonly folders: readonly string[];
  /** Files in them that are hidden. */
  readonly hidden: readonly string[];
};

/**
 * The installations that the programs on the path belong to: the folder above each `bin`, also of those that links there
 * lead to, unless that would be a home or hold one.
 */
export async function toolchain({ path: programs, home, programs: more, parts }: Tools): Promise<Shown> {
  const bins = [...programs.split(':'), ...more.map((file) => path.dirname(file))].filter((file) =>
    path.isAbsolute(file),
  );
  const homes = new Set([home, await realpath(home).catch(() => home), '/root', '/home']);
  const wanted = new Set(parts.filter((file) => path.isAbsolute(file)));
  for (const bin of new Set(bins)) {
    const real = await realpath(bin).catch(() => null);
    if (real !== null) {
      for (const folder of [bin, real, ...(await linkedFrom(real))]) {
        wanted.add(installation(folder, homes));
      }
    }
  }
  const fit = [...wanted].filter((folder) => !isSystem(folder) && !holdsHome(folder, homes));
  const open = await Promise.all(fit.map(async (folder) => access(folder, constants.R_OK).then(yes, no)));
  const folders = outermost(fit.filter((_, i) => open[i]));
  return { folders, hidden: (await Promise.all(folders.map(keysIn))).flat() };
}

const yes = (): boolean => true;
const no = (): boolean => false;

export const isSystem = (folder: string): boolean =>
  SYSTEM.some((system) => folder === system || folder.startsWith(`${system}/`));

/** A home itself, or a folder that one lies in. */
const holdsHome = (folder: string, homes: ReadonlySet<string>): boolean =>
  folder === '/' || [...homes].some((home) => home === folder || home.startsWith(`${folder}/`));

const SHARED = new Set(['.local', '.config', '.cache', 'Library']);

/** The folder above one of programs; that one itself where above it lies more than an installation. */
function installation(folder: string, homes: ReadonlySet<string>): string {
  const above = path.dirname(folder);
  const named = /^(?:bin|sbin|shims|libexec|current)$/.test(path.basename(folder));
  return !named || holdsHome(above, homes) || SHARED.has(path.basename(above)) ? folder : above;
}

const MOST_LINKS = 2_000;

/** Folders that the links of a folder lead to. */
async function linkedFrom(folder: string): Promise<string[]> {
  if (isSystem(folder)) {
    return [];
  }
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const links = entries.filter((entry) => entry.isSymbolicLink()).slice(0, MOST_LINKS);
  const targets = await Promise.all(
    links.map(async ({ name }) => realpath(path.join(folder, name)).catch(() => null)),
  );
  return [...new Set(targets.filter((target) => target !== null).map((target) => path.dirname(target)))];
}

const outermost = (folders: readonly string[]): string[] =>
  folders.filter((one) => !folders.some((other) => one !== other && one.startsWith(`${other}/`))).toSorted();

async function keysIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => KEYS.test(name)).map((name) => path.join(folder, name));
  const plain = await Promise.all(files.map(async (file) => (await lstat(file).catch(() => null))?.isFile()));
  return files.filter((_, i) => plain[i]);
}
