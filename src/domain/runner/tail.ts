const ERROR =
  /\b(?:error|errors|fail|failed|failure|failures|fatal|panic|panicked|exception|traceback|undefined reference|cannot find|not found|segmentation fault)\b|^\s*(?:E {2,}|✖|✗|✕|×|not ok\b)/i;

/** Lines of context that an error line in the middle is kept with. */
const CONTEXT = 1;
const SHARE_OF_ERRORS = 0.4;

/**
 * The end of an output within `limit` characters, its error lines from further up kept before it. What was left out is
 * said in between, in lines.
 */
export function tailOf(output: string, limit: number): string {
  const text = output.replace(/\s+$/, '');
  if (text.length <= limit) {
    return text;
  }
  const lines = text.split('\n').map((line) => shorten(line, Math.max(80, Math.floor(limit / 4))));
  const errors = budgetFor(lines, limit);
  const end = fitEnd(lines, limit - errors.size - NOTE);
  const kept = fitErrors(lines.slice(0, end), errors.size);
  return [...joinGaps(lines, kept, end), ...lines.slice(end)].join('\n').slice(-limit);
}

/** Room for one sentence that says what was left out. */
const NOTE = 60;

const budgetFor = (lines: readonly string[], limit: number): { size: number } => ({
  size: lines.some((line) => ERROR.test(line)) ? Math.floor(limit * SHARE_OF_ERRORS) : 0,
});

const shorten = (line: string, limit: number): string =>
  line.length <= limit ? line : `${line.slice(0, limit)}… (${String(line.length - limit)} more characters)`;

/** Index of the first line of the longest end that fits. */
function fitEnd(lines: readonly string[], room: number): number {
  let left = room;
  let from = lines.length;
  while (from > 0 && left - (lines[from - 1]?.length ?? 0) - 1 >= 0) {
    from -= 1;
    left -= (lines[from]?.length ?? 0) + 1;
  }
  return from;
}

/** Indices of the first error lines and their neighbours that fit; the first error is most often the cause. */
function fitErrors(lines: readonly string[], room: number): number[] {
  const kept = new Set<number>();
  let left = room;
  for (const [i, line] of lines.entries()) {
    if (!ERROR.test(line)) {
      continue;
    }
    for (let j = Math.max(0, i - CONTEXT); j <= Math.min(lines.length - 1, i + CONTEXT); j += 1) {
      const cost = (lines[j]?.length ?? 0) + 1 + (kept.has(j - 1) ? 0 : NOTE);
      if (!kept.has(j) && cost <= left) {
        kept.add(j);
        left -= cost;
      }
    }
  }
  return [...kept].toSorted((a, b) => a - b);
}

function joinGaps(lines: readonly string[], kept: readonly number[], end: number): string[] {
  const out: string[] = [];
  let next = 0;
  for (const i of [...kept, end]) {
    if (i > next) {
      out.push(`[… ${String(i - next)} lines left out …]`);
    }
    if (i < end) {
      out.push(lines[i] ?? '');
    }
    next = i + 1;
  }
  return out;
}
