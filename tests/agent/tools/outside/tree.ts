import { execFile } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export const FileValue = z.union([
  z.string(),
  z.looseObject({
    base64: z.string().optional(),
    dir: z.boolean().optional(),
    symlink: z.string().optional(),
    repeat: z.string().optional(),
    times: z.int().optional(),
    prefix: z.string().optional(),
    suffix: z.string().optional(),
    lines: z
      .looseObject({ template: z.string(), from: z.int(), to: z.int(), sep: z.string().optional() })
      .optional(),
  }),
]);
export type FileValue = z.output<typeof FileValue>;
export type Files = Readonly<Record<string, FileValue>>;

const special = (value: FileValue): Exclude<FileValue, string> => (typeof value === 'string' ? {} : value);

/** The bytes that a value of a case's tree stands for. */
function bytesOf(value: FileValue): Buffer {
  if (typeof value === 'string') {
    return Buffer.from(value, 'utf8');
  }
  if (value.base64 !== undefined) {
    return Buffer.from(value.base64, 'base64');
  }
  const middle = value.lines ? linesOf(value.lines) : (value.repeat ?? '').repeat(value.times ?? 0);
  return Buffer.from(`${value.prefix ?? ''}${middle}${value.suffix ?? ''}`, 'utf8');
}

export function linesOf(lines: {
  template: string;
  from: number;
  to: number;
  sep?: string | undefined;
}): string {
  const { template, from, to, sep = '\n' } = lines;
  return Array.from({ length: to - from + 1 }, (_, index) =>
    template.replaceAll('{n}', () => String(from + index)),
  ).join(sep);
}

/** A fresh folder with a workspace in it; `remove` takes both away. */
export function workspace(files: Files): {
  root: string;
  logs: string;
  remove: () => void;
} {
  const parent = mkdtempSync(join(tmpdir(), 'tools-'));
  const root = join(parent, 'work');
  mkdirSync(root);
  plant(root, files);
  return { root, logs: join(parent, 'logs'), remove: () => rmSync(parent, { recursive: true, force: true }) };
}

export function plant(root: string, files: Files): void {
  for (const [path, value] of Object.entries(files)) {
    const at = join(root, path);
    const { dir, symlink } = special(value);
    mkdirSync(dir ? at : dirname(at), { recursive: true });
    if (symlink !== undefined) {
      symlinkSync(symlink, at);
    } else if (!dir) {
      writeFileSync(at, bytesOf(value));
    }
  }
}

export function chmodAll(root: string, modes: Readonly<Record<string, string>>): void {
  for (const [path, mode] of Object.entries(modes)) {
    chmodSync(join(root, path), Number.parseInt(mode, 8));
  }
}

/** Regular files and links by path, comparable. */
export function readTree(root: string, below = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(root, below))) {
    const path = join(below, name);
    const stat = lstatSync(join(root, path));
    if (stat.isDirectory()) {
      readTree(root, path).forEach((value, key) => found.set(key, value));
    } else {
      found.set(
        path,
        stat.isSymbolicLink()
          ? `-> ${readlinkSync(join(root, path))}`
          : readFileSync(join(root, path)).toString('latin1'),
      );
    }
  }
  return found;
}

function expectedTree(files: Files): Map<string, string> {
  const entries = Object.entries(files).flatMap(([path, value]): [string, string][] => {
    const { dir, symlink } = special(value);
    return dir ? [] : [[path, symlink === undefined ? bytesOf(value).toString('latin1') : `-> ${symlink}`]];
  });
  return new Map(entries);
}

export function treeDifference(root: string, files: Files): string | undefined {
  const there = readTree(root);
  const wanted = expectedTree(files);
  const names = new Set([...there.keys(), ...wanted.keys()]);
  const wrong = [...names].filter((name) => there.get(name) !== wanted.get(name));
  return wrong.length === 0
    ? undefined
    : wrong
        .map(
          (name) =>
            `${name}: ${JSON.stringify(there.get(name))?.slice(0, 400)}, not ${JSON.stringify(wanted.get(name))?.slice(0, 400)}`,
        )
        .join('\n');
}

/** A named pipe, of which a careless reader would wait for the other end. */
export const makePipe = async (path: string): Promise<unknown> => promisify(execFile)('mkfifo', [path]);
