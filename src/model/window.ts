/** The places where overflow errors name the context window, in lower case. */
const patterns: readonly RegExp[] = [
  /\+ \d+ > (\d{3,})/,
  /maximum (?:context|prompt|input|allowed input)[ _]?(?:context |prompt )?length (?:is|of|\()? ?\(?(\d{3,})/,
  /context (?:length|window|size|limit)[^.\d]{0,30}?(?:is|of|:|=|\() ?(\d{3,})/,
  /(?:maximum|max|limit) (?:is|of|:) ?(\d{3,}) (?:input )?tokens/,
  /> (\d{3,}) (?:maximum|tokens)/,
  /token limit:? (\d{3,})/,
  /with (\d{3,}) maximum context/,
  /\[1, (\d{3,})\]/,
  /maximum number of (?:input )?tokens allowed \(?(\d{3,})/,
  /exceeds the (?:limit|maximum) of (\d{3,})/,
  /"?n_ctx\\?"?: ?(\d{3,})/,
  /\((\d{3,}) tokens\)\.?$/,
];

const SMALLEST = 512;

/** The context window in tokens that an overflow error tells of, if it does. */
export function windowIn(text: string): number | undefined {
  const lower = text.toLowerCase().replace(/(?<=\d),(?=\d{3})/g, '');
  const found = patterns.map((pattern) => Number(pattern.exec(lower)?.[1])).find((n) => n >= SMALLEST);
  return found;
}
