import picomatch from 'picomatch';
import { compileGlob } from './glob-match.ts';

const plain = (glob: string): string =>
  glob
    .trim()
    .replace(/^(?:\.?\/)+/, '')
    .replace(/\/+$/, '');

/**
 * Whether a path (relative to the root, with `/`) is named by one of the globs and by none that begins with `!`. A glob
 * that names a folder names everything below it. No glob names nothing.
 */
export const matches = (globs: readonly string[], path: string): boolean => matcher(globs)(path);

/** The same for many paths: the globs are read once. */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const refused = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const isWanted = anyOf(wanted.length === 0 && refused.length > 0 ? ['**'] : wanted);
  const isRefused = anyOf(refused);
  return (path) => isWanted(path) && !isRefused(path);
}

function anyOf(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs
    .map((glob) => plain(glob))
    .map((glob) => (glob === '' || glob === '.' ? '**' : glob));
  const all = patterns.flatMap((glob) => [glob, `${glob}/**`]);
  const few = all.filter((glob) => !hasManyStars(glob));
  const tests = [
    ...(few.length === 0 ? [] : [picomatch(few, { dot: true, nonegate: true })]),
    ...all.filter(hasManyStars).map(bounded),
  ];
  return (path) => tests.some((test) => test(path));
}

const MOST_STARS = 2;

/** As a regular expression it may take for ever, and models and repositories write globs as well. */
function hasManyStars(glob: string): boolean {
  const parts = glob.split('/');
  const stars = parts.map((part) => part.match(/\*+/g)?.length ?? 0);
  return parts.filter((part) => part === '**').length > MOST_STARS || stars.some((n) => n > MOST_STARS);
}

/** One that stands for too many names a path that is the same letter by letter. */
function bounded(glob: string): (path: string) => boolean {
  try {
    return compileGlob(glob, { ignoreCase: false });
  } catch {
    return (path) => path === glob;
  }
}

/**
 * Whether two globs can name one and the same file; says yes where it cannot tell. A name with an extension is taken
 * for a file's, so that `**\/*.ts` and `**\/*.css` are apart although a folder could be called `x.ts`.
 */
export function mayShare(a: string, b: string): boolean {
  return segmentsMeet(segments(a), segments(b));
}

const ANY = '**';

/** A glob by folders. From an alternative that spans folders on, anything may follow. */
function segments(glob: string): string[] {
  const parts = plain(glob.replace(/^!/, ''))
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const open = parts.findIndex((part) => unbalanced(part));
  const kept = open < 0 ? parts : parts.slice(0, open);
  return open < 0 && isFileName(parts.at(-1) ?? '') ? kept : [...kept, ANY];
}

const isFileName = (part: string): boolean => /[^.].*\.[\w{},?*[\]]+$/.test(part);

const unbalanced = (part: string): boolean =>
  (part.match(/[{(]/g)?.length ?? 0) !== (part.match(/[})]/g)?.length ?? 0);

function segmentsMeet(a: readonly string[], b: readonly string[]): boolean {
  // meet[i][j]: what is left of `a` from i and of `b` from j can name one path.
  const meet = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => false));
  const at = (i: number, j: number): boolean => meet[i]?.[j] ?? false;
  for (let i = a.length; i >= 0; i -= 1) {
    for (let j = b.length; j >= 0; j -= 1) {
      const row = meet[i];
      if (row) {
        row[j] = step(a[i], b[j], (di, dj) => at(i + di, j + dj));
      }
    }
  }
  return at(0, 0);
}

function step(
  x: string | undefined,
  y: string | undefined,
  rest: (di: number, dj: number) => boolean,
): boolean {
  if (x === undefined && y === undefined) {
    return true;
  }
  const skipX = x === ANY && (rest(1, 0) || (y !== undefined && rest(0, 1)));
  const skipY = y === ANY && (rest(0, 1) || (x !== undefined && rest(1, 0)));
  return skipX || skipY || (x !== undefined && y !== undefined && segmentMeets(x, y) && rest(1, 1));
}

const MAGIC = /[*?[\]{}()!+@|\\]/;

/** By the literal beginnings and ends of two patterns for one name. */
function segmentMeets(x: string, y: string): boolean {
  if (!MAGIC.test(x) && !MAGIC.test(y)) {
    return x === y;
  }
  return beginAlike(head(x), head(y)) && endAlike(tail(x), tail(y));
}

const head = (s: string): string => (MAGIC.test(s) ? s.slice(0, s.search(MAGIC)) : s);
const tail = (s: string): string => (MAGIC.test(s) ? (/[^*?[\]{}()!+@|\\]*$/.exec(s)?.[0] ?? '') : s);
const beginAlike = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
const endAlike = (a: string, b: string): boolean => a.endsWith(b) || b.endsWith(a);
