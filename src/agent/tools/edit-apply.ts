import { lineEndOf, withLineEnd, type LineEnd } from '../../io/text.ts';
import { findMatches, type Match } from './edit-match.ts';
import { lineAt } from './fold.ts';
import { nearestLines } from './nearest.ts';
import { placeholderIn } from './placeholder.ts';
import { splitLines } from './read-lines.ts';

const MOST_LINES = 20;
/** The byte order mark, of which a file has one at most. */
const MARK = '\ufeff';

export type Edit = { readonly old: string; readonly new: string };

export type EditRequest = {
  /** As the model called it; for messages. */
  readonly path: string;
  readonly content: string;
  readonly edits: readonly Edit[];
  /** Every occurrence of each `old`, not the only one. */
  readonly all: boolean;
};

type Span = { readonly start: number; readonly end: number; readonly text: string };

/** All of the edits, each matched against the content as it is. Throws, in words for the model, where one cannot be made. */
export function applyEdits(request: EditRequest): { readonly text: string; readonly summary: string } {
  const { content, path, edits } = request;
  const spans: Span[] = [];
  const ways = new Set<string>();
  for (const [index, edit] of edits.entries()) {
    try {
      const { found, how } = spansOf(request, edit);
      spans.push(...found);
      if (how !== undefined) {
        ways.add(how);
      }
    } catch (error) {
      throw error instanceof Error && edits.length > 1
        ? new Error(`Nothing was changed. Edit ${index + 1} of ${edits.length}: ${error.message}`)
        : error;
    }
  }
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  refuseOverlap(content, sorted);
  const text = replaceSpans(content, sorted);
  if (text === content) {
    throw new Error(
      `${path} would stay the same: old and new are identical but for line ends. Nothing was changed.`,
    );
  }
  const notes = [...ways].map((how) => ` (${how})`).join('');
  return {
    text,
    summary: `${sorted.length} ${sorted.length === 1 ? 'replacement' : 'replacements'} at ${lineList(content, sorted)}${notes}.`,
  };
}

function spansOf(
  { path, content, all }: EditRequest,
  edit: Edit,
): { readonly found: Span[]; readonly how?: string | undefined } {
  if (edit.old === edit.new) {
    throw new Error('old and new are the same.');
  }
  if (edit.old === '') {
    throw new Error(`${path} exists; old may only be empty for a new file. Use write to replace all of it.`);
  }
  const placeholder = placeholderIn(edit.new, edit.old);
  if (placeholder !== undefined) {
    throw new Error(`new contains the placeholder "${placeholder}"; write the real lines.`);
  }
  const { matches, how } = findMatches(content, edit.old);
  if (matches.length === 0) {
    throw new Error(notFound(path, content, edit.old));
  }
  const chosen = all ? withoutOverlap(matches) : matches;
  if (chosen.length > 1 && !all) {
    const lines = lineList(content, chosen);
    throw new Error(
      `old text occurs ${chosen.length} times in ${path} (${lines}). Add surrounding lines so that it is unique, or set all.`,
    );
  }
  const usual = lineEndOf(content);
  return { found: chosen.map((match) => spanOf(path, content, match, { text: edit.new, usual })), how };
}

type Wanted = { readonly text: string; readonly usual: LineEnd | undefined };

/** New lines end as the replaced ones do, or else as most of the file's. */
function spanOf(path: string, content: string, match: Match, { text, usual }: Wanted): Span {
  const placed = match.replacement(text);
  if (placed === undefined) {
    throw new Error(
      `old text not found in ${path} as it is written: the file indents it otherwise, and where new belongs is not clear. Use the file's own indentation in both.`,
    );
  }
  const replaced = content.slice(match.start, match.end);
  const own = lineEndOf(replaced);
  const isUniform = own !== undefined && withLineEnd(replaced, own) === replaced;
  const end = isUniform ? own : usual;
  const isAfterMark = match.start === 1 && content.startsWith(MARK);
  const once = isAfterMark && placed.startsWith(MARK) ? placed.slice(1) : placed;
  return { start: match.start, end: match.end, text: end === undefined ? once : withLineEnd(once, end) };
}

function withoutOverlap(matches: readonly Match[]): Match[] {
  const kept: Match[] = [];
  for (const match of matches) {
    if (match.start >= (kept.at(-1)?.end ?? 0)) {
      kept.push(match);
    }
  }
  return kept;
}

function refuseOverlap(content: string, spans: readonly Span[]): void {
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    if (next && next.start < span.end) {
      throw new Error(
        `Two edits overlap at line ${lineAt(content, next.start)}; make them one. Nothing was changed.`,
      );
    }
  }
}

function replaceSpans(content: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const span of spans) {
    pieces.push(content.slice(at, span.start), span.text);
    at = span.end;
  }
  return pieces.join('') + content.slice(at);
}

function notFound(path: string, content: string, old: string): string {
  const lines = splitLines(content);
  const near = nearestLines(lines, old);
  const hints = [
    ...(/\\["'nt`]/.test(old) && findMatches(content, unescaped(old)).matches.length > 0
      ? ['old has backslashes before quotes or for line ends that the file does not have.']
      : []),
    ...(/^ +/m.test(old) && lines.some((line) => line.startsWith('\t'))
      ? ['The file indents with tabs.']
      : []),
    ...(/^\t+/m.test(old) && lines.some((line) => line.startsWith('  '))
      ? ['The file indents with spaces.']
      : []),
    near ?? 'Nothing in the file is like it; read the file again.',
  ];
  return `old text not found in ${path}. ${hints.join(' ')}`;
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(["'`nt\\])/g, (_, character: string) =>
    character === 'n' ? '\n' : character === 't' ? '\t' : character,
  );

function lineList(content: string, at: readonly { readonly start: number }[]): string {
  const lines = at.slice(0, MOST_LINES).map(({ start }) => lineAt(content, start));
  return `${at.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${at.length > MOST_LINES ? ', …' : ''}`;
}
