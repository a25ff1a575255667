/** A live value and the name that stands for it in recordings, such as a temporary folder and `<root>`. */
export type Pair = { readonly live: string; readonly as: string };

/** What differs from run to run without meaning anything, the most telling first. */
const passing: readonly { readonly as: string; readonly pattern: RegExp; readonly means: boolean }[] = [
  {
    as: '<uuid>',
    pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    means: true,
  },
  {
    as: '<time>',
    pattern: /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g,
    means: false,
  },
  { as: '<time>', pattern: /\b\d\d:\d\d:\d\d(?:\.\d+)?\b/g, means: false },
  { as: '<duration>', pattern: /\bduration_ms\W{1,2}\d+(?:\.\d+)?/g, means: false },
  {
    as: '<duration>',
    pattern: /\b(?:\d+ ?(?:m|min|minutes?) )?\d+(?:\.\d+)? ?(?:ms|s|sec|seconds?|min|minutes?)\b/g,
    means: false,
  },
  { as: '<path>', pattern: /(?:\/private)?\/(?:tmp|var\/folders)\/[\w./-]+/g, means: true },
  { as: '<hash>', pattern: /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{6,64}\b/g, means: true },
];

/** A text with its passing values named, and those values in their order. */
export type Skeleton = { readonly text: string; readonly values: readonly string[] };

const ALL = new RegExp(passing.map(({ pattern }) => `(${pattern.source})`).join('|'), 'gi');

/**
 * Names what passes: two runs of one conversation have the same skeleton. `values` are those that may be spoken of again
 * in a reply, in the order they come.
 */
export function skeletonOf(text: string, pairs: readonly Pair[]): Skeleton {
  const values: string[] = [];
  const named = withNames(text, pairs).replace(ALL, (value: string, ...groups: unknown[]) => {
    const kind = passing[groups.slice(0, passing.length).findIndex((group) => group !== undefined)];
    if (kind?.means) {
      values.push(value);
    }
    return kind?.as ?? value;
  });
  return { text: named, values };
}

/** Puts names in the place of live values, longest first: one may be the start of another. */
export const withNames = (text: string, pairs: readonly Pair[]): string =>
  [...pairs]
    .filter(({ live }) => live !== '')
    .toSorted((a, b) => b.live.length - a.live.length)
    .reduce((result, { live, as }) => result.replaceAll(live, as), text);

/** The other way round, at every depth of a value. */
export function livened<T>(value: T, pairs: readonly Pair[]): T {
  return mapTexts(value, (text) => pairs.reduce((result, { live, as }) => result.replaceAll(as, live), text));
}

/** The same value with every text in it changed; keys stay. */
export function mapTexts<T>(value: T, change: (text: string) => string): T;
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return change(value);
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => mapTexts(item, change));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([key, item]: [string, unknown]) => [key, mapTexts(item, change)]),
      )
    : value;
}
