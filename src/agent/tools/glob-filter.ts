import { posix } from 'node:path';
import { compileGlob } from '../../domain/glob-match.ts';
import type { Workbench } from './session.ts';

/**
 * What globs mean here: dot-files count, `[!x]` negates, `*` stays within a folder, `a/**` is what is below `a`, and a
 * pattern that begins at the root names paths that do.
 */
export function globMatcher(
  pattern: string,
  options: { readonly ignoreCase?: boolean } = {},
): (path: string) => boolean {
  const rooted = pattern.startsWith('/');
  const matches = compileGlob(pattern.replace(/^\.?\//, ''), { ignoreCase: options.ignoreCase ?? false });
  return rooted ? (path) => path.startsWith('/') && matches(path.slice(1)) : matches;
}

/**
 * Whether a real path below the root fits a pattern. A pattern without a slash is for names in any folder, one with a
 * slash for paths below `folder`; a path that is the pattern letter by letter always fits. `!` turns it round.
 */
export function pathFilter(
  bench: Workbench,
  pattern: string | undefined,
  folder: string,
): (path: string) => boolean {
  if (pattern === undefined) {
    return () => true;
  }
  if (pattern.startsWith('!')) {
    const inner = pathFilter(bench, pattern.slice(1), folder);
    return (path) => !inner(path);
  }
  const plain = withoutRoot(bench, pattern);
  const matches = globMatcher(plain);
  const prefix = folder === '' ? '' : `${folder}/`;
  const isName = !plain.includes('/') && !pattern.startsWith('/');
  return (path) => {
    const subject = isName ? posix.basename(path) : path.slice(prefix.length);
    return subject === plain || matches(subject);
  };
}

function withoutRoot({ files }: Workbench, pattern: string): string {
  const below = pattern.startsWith(`${files.path}/`) ? pattern.slice(files.path.length) : pattern;
  return below.replace(/^(?:\.?\/)+/, '');
}
