/**
 * What a reader of a text does not see and a model reads all the same: controls but tab and line ends, marks that turn
 * the direction, tags, and characters without width. Joiners are left where letters need them.
 */
const UNSEEN =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<=[\u0020-\u024f])[\u200c\u200d](?=[\u0020-\u024f])/gu;

/** The name of a file as one line: a break in it would read as a second name. */
export const nameShown = (name: string): string => name.replaceAll(/[\n\r\t]/g, (found) => codeOf(found));

const codeOf = (found: string): string =>
  `<U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** The text with each of them written out, such as `<U+202E>`, and how many there were. */
export function visible(text: string): { readonly text: string; readonly hidden: number } {
  let hidden = 0;
  const shown = text.replace(UNSEEN, (found) => {
    hidden += 1;
    return codeOf(found);
  });
  return { text: shown, hidden };
}
