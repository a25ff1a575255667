/** What is left of a text, and whether nothing had to go. */
export type Compressed = { readonly text: string; readonly isWhole: boolean };

const FRAME =
  /^\s*(?:at .+:\d+(?::\d+)?\)?$|at .+\((?:native|<anonymous>|internal)|File ".+", line \d+|\.\.\. \d+ more$)/;
const FOREIGN =
  /node_modules\/|\bnode:|\(internal\/|site-packages\/|\/lib\/python\d|<frozen |\/usr\/lib\/|\.cargo\/registry|\/go\/pkg\/mod\//;
const MOST_FOREIGN = 3;
const MOST_EQUAL = 3;

/**
 * Says runs of equal lines and of stack frames in other people's code once, with their number. Lines that tell
 * something only once stay, in their order.
 */
export function compress(text: string): Compressed {
  const lines = text.split('\n');
  const kept = foldFrames(foldEqual(lines));
  return { text: kept.join('\n'), isWhole: kept.length === lines.length };
}

function foldEqual(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    let end = at + 1;
    while (end < lines.length && lines[end] === line) {
      end += 1;
    }
    const times = end - at;
    kept.push(...(times > MOST_EQUAL ? [line, `[the line above ${times} times]`] : lines.slice(at, end)));
    at = end;
  }
  return kept;
}

function foldFrames(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (end < lines.length && FRAME.test(lines[end] ?? '') && FOREIGN.test(lines[end] ?? '')) {
      end += 1;
    }
    if (end - at > MOST_FOREIGN + 1) {
      kept.push(
        ...lines.slice(at, at + MOST_FOREIGN),
        `[${end - at - MOST_FOREIGN} more frames in libraries]`,
      );
    } else {
      kept.push(...lines.slice(at, Math.max(end, at + 1)));
    }
    at = Math.max(end, at + 1);
  }
  return kept;
}
