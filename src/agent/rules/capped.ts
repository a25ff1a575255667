export type Found = { readonly path: string; readonly text: string };

/** Below this many bytes a part of a file is of no use. */
const LEAST = 200;

/** The texts within a bound of bytes: the later ones first. What is left out is said in the text and in a sentence. */
export function capped(
  found: readonly Found[],
  most: number,
): { readonly parts: readonly Found[]; readonly cuts: readonly string[] } {
  let room = most;
  const parts: Found[] = [];
  const cuts: string[] = [];
  for (const { path, text } of found.toReversed()) {
    const size = Buffer.byteLength(text);
    const kept = size <= room ? text : wholeLines(text, room);
    room = Math.max(0, room - Buffer.byteLength(kept));
    if (kept === text) {
      parts.unshift({ path, text });
      continue;
    }
    const left = (size - Buffer.byteLength(kept)).toLocaleString('en');
    parts.unshift({
      path,
      text: `${kept}[${left} bytes of ${path} left out here: read the file for the rest]`,
    });
    cuts.push(
      `${path} is too long: ${left} of its ${size.toLocaleString('en')} bytes are left out of what the models see, since all rules together may have ${most.toLocaleString('en')} bytes`,
    );
  }
  return { parts, cuts };
}

/** The first whole lines of a text within so many bytes; one enormous line is torn. */
function wholeLines(text: string, bytes: number): string {
  if (bytes < LEAST) {
    return '';
  }
  const start = Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  const end = start.lastIndexOf('\n');
  return end < 0 ? `${start}\n` : start.slice(0, end + 1);
}
