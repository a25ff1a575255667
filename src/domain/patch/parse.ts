import type { FilePatch, Hunk, Patch, PatchLine } from './patch.ts';
import { splitHeader, unquote } from './path.ts';

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;

/** Reads what `git diff` wrote, with or without prefixes before the paths. Text before the first file is passed over. */
export function parsePatch(text: string): Patch {
  const lines = text.split('\n');
  if (lines.at(-1) === '') {
    lines.pop();
  }
  const files: FilePatch[] = [];
  let at = lines.findIndex((line) => line.startsWith('diff --git '));
  while (at >= 0 && at < lines.length) {
    const { file, next } = readFile(lines, at);
    files.push(file);
    at = next;
  }
  return files;
}

function readFile(lines: readonly string[], start: number): { file: FilePatch; next: number } {
  let at = start + 1;
  while (at < lines.length && !isFile(lines[at]) && !HUNK.test(lines[at] ?? '')) {
    at += 1;
  }
  const header = lines.slice(start, at);
  const hunks: Hunk[] = [];
  while (at < lines.length && !isFile(lines[at])) {
    const read = readHunk(lines, at);
    if (read) {
      hunks.push(read.hunk);
    }
    at = read?.next ?? at + 1;
  }
  return { file: { ...describe(header), hunks, header }, next: at };
}

const isFile = (line: string | undefined): boolean => line?.startsWith('diff --git ') === true;

function describe(header: readonly string[]): Omit<FilePatch, 'hunks' | 'header'> {
  const value = (key: string): string | undefined =>
    header.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1);
  const renamed = value('rename to');
  const copied = value('copy to');
  const to = renamed ?? copied;
  const from = value('rename from') ?? value('copy from');
  const same = /^index \S+ (\d{6})$/.exec(header.find((line) => line.startsWith('index ')) ?? '')?.[1];
  const oldMode = value('old mode') ?? value('deleted file mode') ?? same;
  const newMode = value('new mode') ?? value('new file mode') ?? same;
  return {
    path: to === undefined ? splitHeader((header[0] ?? '').slice('diff --git '.length)) : unquote(to),
    ...(from === undefined ? {} : { from: unquote(from) }),
    status: statusOf(value, renamed, copied),
    ...(oldMode === undefined ? {} : { oldMode }),
    ...(newMode === undefined ? {} : { newMode }),
    binary: header.some((line) => /^(?:Binary files .* differ|GIT binary patch)$/.test(line)),
  };
}

function statusOf(
  value: (key: string) => string | undefined,
  renamed: string | undefined,
  copied: string | undefined,
): FilePatch['status'] {
  if (value('new file mode') !== undefined) {
    return 'added';
  }
  if (value('deleted file mode') !== undefined) {
    return 'deleted';
  }
  return renamed === undefined ? (copied === undefined ? 'modified' : 'copied') : 'renamed';
}

/** Counts decide where a hunk ends: its lines may look like headers. */
function readHunk(lines: readonly string[], start: number): { hunk: Hunk; next: number } | undefined {
  const head = HUNK.exec(lines[start] ?? '');
  if (!head) {
    return undefined;
  }
  const [, oldStart = '', oldCount = '1', newStart = '', newCount = '1', heading = ''] = head;
  const left = { old: Number(oldCount), new: Number(newCount) };
  const read: PatchLine[] = [];
  let line = Number(newStart);
  let at = start + 1;
  while (at < lines.length && (left.old > 0 || left.new > 0 || lines[at]?.startsWith('\\') === true)) {
    const raw = lines[at] ?? '';
    const kind = kindOf(raw);
    if (kind === 'mark') {
      markOpen(read);
    } else {
      read.push({ kind, text: raw.slice(1), line: Math.max(1, line) });
      line += kind === 'removed' ? 0 : 1;
      left.old -= kind === 'added' ? 0 : 1;
      left.new -= kind === 'removed' ? 0 : 1;
    }
    at += 1;
  }
  return { hunk: { oldStart: Number(oldStart), newStart: Number(newStart), heading, lines: read }, next: at };
}

function kindOf(raw: string): PatchLine['kind'] | 'mark' {
  switch (raw.charAt(0)) {
    case '+':
      return 'added';
    case '-':
      return 'removed';
    case '\\':
      return 'mark';
    default:
      return 'context';
  }
}

function markOpen(lines: PatchLine[]): void {
  const last = lines.pop();
  if (last) {
    lines.push({ ...last, open: true });
  }
}
