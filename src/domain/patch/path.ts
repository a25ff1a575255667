/** The path in `diff --git A B`, where both sides name one file: they are halves of equal length. */
export function splitHeader(rest: string): string {
  if (rest.startsWith('"')) {
    const second = rest.lastIndexOf(' "');
    return withoutPrefix(unquote(rest.slice(0, second)), unquote(rest.slice(second + 1)));
  }
  const middle = (rest.length - 1) / 2;
  return withoutPrefix(rest.slice(0, middle), rest.slice(middle + 1));
}

/** `a/x` and `b/x` are `x`; equal sides carry no prefix. */
const withoutPrefix = (left: string, right: string): string =>
  left !== right && /^[a-z]\/$/.test(right.slice(0, 2)) && left.slice(2) === right.slice(2)
    ? right.slice(2)
    : right;

const ESCAPED: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** Undoes git's quoting of unusual paths: C escapes, and bytes of UTF-8 as octal numbers. */
export function unquote(path: string): string {
  if (!/^".*"$/s.test(path)) {
    return path;
  }
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [part, octal, letter] of path.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8));
    } else if (letter === undefined) {
      bytes.push(...encoder.encode(part));
    } else {
      bytes.push(ESCAPED[letter] ?? letter.charCodeAt(0));
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
