/** The first so many characters of a text; one that is made of two code units is not torn. */
export const firstOf = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** The last so many characters of a text. */
export const lastOf = (text: string, most: number): string =>
  most < 1 ? '' : text.slice(-most).replace(/^[\uDC00-\uDFFF]/, '');

export const firstLine = (text: string, most: number): string => firstOf(text.split('\n', 1)[0] ?? '', most);
