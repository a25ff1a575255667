import { matches } from '../glob.ts';
import { linesOf, type FilePatch } from './patch.ts';

/** Why a file is not written by hand, so that one line says enough about its change. */
export type GeneratedKind = 'lock' | 'minified' | 'vendored' | 'generated';

export type GeneratedHints = {
  /** Globs that the repository declares as generated (`linguist-generated`). */
  readonly globs?: readonly string[];
  /** The first lines of the file as it was at the base. What the change itself says of the file does not count. */
  readonly baseHead?: string;
};

const LOCKS = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'cargo.lock',
  'go.sum',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'pipfile.lock',
  'composer.lock',
  'gemfile.lock',
  'mix.lock',
  'pubspec.lock',
  'podfile.lock',
  'package.resolved',
  'flake.lock',
  'packages.lock.json',
  'gradle.lockfile',
]);

const BY_PATH: readonly (readonly [GeneratedKind, RegExp])[] = [
  ['minified', /\.min\.(?:js|css|mjs)$|\.(?:js|css|mjs)\.map$/i],
  [
    'vendored',
    /(?:^|\/)(?:node_modules|vendor|third_party|third-party|bower_components|Pods|\.yarn\/releases)\//,
  ],
  [
    'generated',
    /\.(?:pb|pb\.gw|grpc)\.(?:go|cc|h|ts|js)$|_pb2(?:_grpc)?\.pyi?$|\.(?:g|freezed)\.dart$|\.generated\.\w+$|(?:^|\/)__generated__\/|\.designer\.cs$|(?:^|\/)zz_generated\./i,
  ],
];

const MARKER =
  /@generated\b|\bcode generated\b.*\bdo not edit\b|\b(?:auto-?generated|automatically generated)\b.*\b(?:do not|don't) (?:edit|modify)\b|\bdo not edit\b.*\b(?:generated|manually|by hand)\b/i;

const HEAD = 8;

export function generatedKind(path: string, hints: GeneratedHints = {}): GeneratedKind | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (LOCKS.has(name)) {
    return 'lock';
  }
  const byPath = BY_PATH.find(([, pattern]) => pattern.test(path))?.[0];
  if (byPath) {
    return byPath;
  }
  return matches(hints.globs ?? [], path) || MARKER.test(hints.baseHead ?? '') ? 'generated' : undefined;
}

export const isGenerated = (path: string, hints: GeneratedHints = {}): boolean =>
  generatedKind(path, hints) !== undefined;

/** A file's first lines at the base, where a generator leaves its mark: from its text, or as far as the patch shows. */
export function baseHead(file: FilePatch, base?: string): string {
  if (base !== undefined) {
    return base.split('\n', HEAD).join('\n');
  }
  const first = file.hunks[0];
  if (first?.oldStart !== 1) {
    return '';
  }
  return [
    ...linesOf({ ...file, hunks: [first] }, 'context'),
    ...linesOf({ ...file, hunks: [first] }, 'removed'),
  ]
    .slice(0, HEAD)
    .map((line) => line.text)
    .join('\n');
}
