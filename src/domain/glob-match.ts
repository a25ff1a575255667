const MOST_ALTERNATIVES = 1_000;

/**
 * A glob as a test of paths. It looks at each character of a path a bounded number of times, whatever the pattern is: a
 * regular expression with many stars would not come to an end. `**` as a whole part stands for any folders, `*` and `?`
 * stay within a part, and parentheses are characters like any other but in `@(a|b)`.
 */
export function compileGlob(
  pattern: string,
  { ignoreCase }: { readonly ignoreCase: boolean },
): (path: string) => boolean {
  const flags = ignoreCase ? 'siu' : 'su';
  const plain = pattern
    .replaceAll('[/]', '/')
    .replaceAll(/@\(([^()|]*\|[^()]*)\)/g, (_, choices: string) => `{${choices.replaceAll('|', ',')}}`);
  const alternatives = [...new Set(expand(plain))].map((one) =>
    one.split('/').map((part) => (part === '**' ? ANY_FOLDERS : orItself(part, partMatcher(part, flags)))),
  );
  return (path) => {
    const parts = path.split('/');
    return alternatives.some((wanted) => fits(parts, wanted));
  };
}

type PartMatcher = (name: string) => boolean;
const ANY_FOLDERS = Symbol('any folders');

/** Which places in the pattern can be reached after each part of the path. */
function fits(parts: readonly string[], wanted: readonly (PartMatcher | typeof ANY_FOLDERS)[]): boolean {
  let places = withSkipped(new Set([0]), wanted);
  for (const part of parts) {
    const next = new Set<number>();
    for (const at of places) {
      const matcher = wanted[at];
      if (matcher === ANY_FOLDERS) {
        next.add(at).add(at === wanted.length - 1 ? wanted.length : at);
      } else if (matcher?.(part)) {
        next.add(at + 1);
      }
    }
    places = withSkipped(next, wanted);
  }
  return places.has(wanted.length);
}

/** `**` may stand for no folder, but not at the end: `a/**` is what is below `a`. */
function withSkipped(places: Set<number>, wanted: readonly unknown[]): Set<number> {
  for (const at of places) {
    if (wanted[at] === ANY_FOLDERS && at < wanted.length - 1) {
      places.add(at + 1);
    }
  }
  return places;
}

/** Folders are named `[id]`, too: a part that is the pattern letter by letter always fits. */
const orItself =
  (part: string, matches: PartMatcher): PartMatcher =>
  (name) =>
    name === part || matches(name);

/** Between stars there are pieces of a fixed length: the first place for each is as good as any. */
function partMatcher(part: string, flags: string): PartMatcher {
  const [first = EMPTY, ...rest] = piecesOf(part);
  const last = rest.pop();
  if (last === undefined) {
    const whole = new RegExp(`^${first.source}$`, flags);
    return (name) => whole.test(name);
  }
  const begin = new RegExp(`^${first.source}`, flags);
  const end = new RegExp(`^${last.source}$`, flags);
  const middle = rest.map(({ source }) => new RegExp(source, `g${flags}`));
  return (name) => {
    let at = begin.exec(name)?.[0].length;
    for (const piece of middle) {
      piece.lastIndex = at ?? 0;
      at = at !== undefined && piece.test(name) ? piece.lastIndex : undefined;
    }
    const characters = Array.from(name.slice(at));
    return (
      at !== undefined &&
      characters.length >= last.length &&
      end.test(characters.slice(characters.length - last.length).join(''))
    );
  };
}

/** Source of a regular expression for `length` characters. */
type Piece = { readonly source: string; readonly length: number };
const EMPTY: Piece = { source: '', length: 0 };

/** What one thing in a part is: an escaped character, a class, a sign, or a character. */
const TOKEN = /\\([^])|\[([!^]?)(\]?(?:\[:\w+:\]|\\[^]|[^\]\\])*)\]|([*?])|([^])/gu;

function piecesOf(part: string): Piece[] {
  const pieces: Piece[] = [EMPTY];
  for (const [, escaped, negation, inside, sign, character = ''] of part.matchAll(TOKEN)) {
    if (sign === '*') {
      pieces.push(EMPTY);
      continue;
    }
    const source =
      inside !== undefined && inside !== ''
        ? classOf(inside, negation !== '')
        : sign === '?'
          ? '[^/]'
          : literal(escaped ?? (inside === '' ? '' : character));
    const { source: before, length } = pieces.pop() ?? EMPTY;
    pieces.push({ source: before + source, length: length + 1 });
  }
  return pieces;
}

const literal = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

const POSIX: Readonly<Record<string, string>> = {
  alnum: String.raw`\p{L}\p{N}`,
  alpha: String.raw`\p{L}`,
  digit: '0-9',
  lower: String.raw`\p{Ll}`,
  space: String.raw`\s`,
  upper: String.raw`\p{Lu}`,
  xdigit: '0-9a-fA-F',
};

function classOf(inside: string, isNegated: boolean): string {
  const source = inside.replaceAll(
    /\[:(\w+):\]|\\([^])|(.)-(.)|([^])/gu,
    (whole, posix?: string, escaped?: string, from?: string, to?: string) => {
      if (posix !== undefined) {
        return POSIX[posix] ?? '';
      }
      return from !== undefined && to !== undefined ? range(from, to) : inClass(escaped ?? whole);
    },
  );
  return `[${isNegated ? '^/' : ''}${source}]`;
}

const inClass = (character: string): string => character.replaceAll(/[\\\]^[-]/g, String.raw`\$&`);
const range = (from: string, to: string): string => (from <= to ? `${inClass(from)}-${inClass(to)}` : '');

/** The patterns without braces that one with braces stands for. */
function expand(pattern: string): string[] {
  const found = firstBraces(pattern);
  if (!found) {
    return [pattern];
  }
  const { from, to, choices } = found;
  const [before, after] = [pattern.slice(0, from), expand(pattern.slice(to))];
  const all = choices.flatMap(expand).flatMap((choice) => after.map((rest) => before + choice + rest));
  if (all.length > MOST_ALTERNATIVES) {
    throw new Error(
      `the braces of ${pattern.slice(0, 80)} stand for more than ${MOST_ALTERNATIVES} patterns`,
    );
  }
  return all;
}

type Braces = { readonly from: number; readonly to: number; readonly choices: readonly string[] };

/** Of escapes, classes and braces that nobody closes, none counts. */
function firstBraces(pattern: string): Braces | undefined {
  const open: { readonly from: number; readonly commas: number[] }[] = [];
  const closed: Braces[] = [];
  for (const { 0: token, index } of pattern.matchAll(/\\[^]|\[[!^]?\]?[^\]/]*\]|[{},]/g)) {
    if (token === '{') {
      open.push({ from: index, commas: [] });
    } else if (token === ',') {
      open.at(-1)?.commas.push(index);
    } else if (token === '}') {
      const braces = open.pop();
      const choices = braces && choicesOf(pattern, { ...braces, to: index });
      closed.push(...(choices ? [{ from: braces.from, to: index + 1, choices }] : []));
    }
  }
  return closed.toSorted((a, b) => a.from - b.from)[0];
}

function choicesOf(
  pattern: string,
  { from, to, commas }: { readonly from: number; readonly to: number; readonly commas: readonly number[] },
): string[] | undefined {
  const numbers = /^(\d{1,6})\.\.(\d{1,6})$/.exec(pattern.slice(from + 1, to));
  if (numbers) {
    const [low, high] = [Number(numbers[1]), Number(numbers[2])].toSorted((a, b) => a - b);
    const count = Math.min((high ?? 0) - (low ?? 0) + 1, MOST_ALTERNATIVES + 1);
    return Array.from({ length: count }, (_, i) => String((low ?? 0) + i));
  }
  const ends = [from, ...commas, to];
  return commas.length === 0
    ? undefined
    : ends.slice(1).map((end, i) => pattern.slice((ends[i] ?? 0) + 1, end));
}
