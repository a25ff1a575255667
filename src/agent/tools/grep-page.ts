import { nameShown } from '../visible.ts';

const MOST_BYTES = 50_000;

/** A line that matches or stands beside one. */
export type Hit = { readonly line: number; readonly text: string; readonly isMatch: boolean };
export type Collected = {
  readonly byFile: Map<string, Hit[]>;
  readonly binary: Set<string>;
  matches: number;
  isCut: boolean;
};

export type PageOptions = {
  /** Matches on the page. */
  readonly limit: number;
  /** Lines around each. */
  readonly context: number;
  /** A real path as the model writes it. */
  readonly show: (path: string) => string;
};

/** The matches that fit on a page, by file, in order; the first line says where there are more. */
export function renderHits(found: Collected, options: PageOptions): string {
  const page: Page = { lines: [], matches: 0, bytes: 0 };
  for (const [path, hits] of [...found.byFile].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const name = nameShown(options.show(path));
    if (found.binary.has(path)) {
      page.lines.push(`${name}: binary file matches`);
      page.matches += hits.filter(({ isMatch }) => isMatch).length;
    } else if (!addHits(page, name, hits, options)) {
      break;
    }
  }
  if (page.lines.length === 0) {
    return 'No matches.';
  }
  const total = found.isCut ? '' : ` of ${found.matches}`;
  const notice = `${page.matches}${total} matches shown, there are more; narrow the pattern or the path.`;
  return [...(page.matches < found.matches ? [notice] : []), ...page.lines].join('\n');
}

type Page = { readonly lines: string[]; matches: number; bytes: number };

/** False once the page is full. After the last match that fits, its context still follows. */
function addHits(page: Page, name: string, hits: readonly Hit[], { limit, context }: PageOptions): boolean {
  let last: Hit | undefined;
  for (const hit of hits) {
    const isFull = page.matches >= limit && (hit.isMatch || !last || hit.line > last.line + 1);
    if (isFull || page.bytes > MOST_BYTES) {
      return false;
    }
    if (context > 0 && last && hit.line > last.line + 1) {
      page.lines.push('--');
    }
    page.lines.push(...hitLines(name, hit));
    page.matches += hit.isMatch ? 1 : 0;
    page.bytes += hit.text.length + name.length + 8;
    last = hit;
  }
  return page.matches < limit;
}

const hitLines = (path: string, { line, text, isMatch }: Hit): string[] =>
  text
    .split('\n')
    .map((part, index) => `${path}${isMatch ? ':' : '-'}${line + index}${isMatch ? ':' : '-'} ${part}`);
