import type { Criterion } from './verdict.ts';

/** The measure of a spec that nobody has split: what is said of its own points speaks of it, whatever they are called. */
export const WHOLE_SPEC = 'Everything that the goal asks for is there and works.';

/** Words that are in any sentence. */
const COMMON = new Set(
  'a an and are as at be been but by can does for from has have in into is it its must no not of on or so that the then there this to was when which will with'.split(
    ' ',
  ),
);
/** Share of common words above which two sentences say the same. */
const ALIKE = 0.5;

/** Evidence that names nothing to look at. */
const EMPTY =
  /^(?:|yes|yep|no|true|ok|okay|n ?a|none|nil|null|met|done|x|tbd|todo|fine|good|lgtm|see above|as above|same|same as above)$/;

/**
 * Acceptance criteria that a verdict does not speak of, as `2. its text`. Each counts for one that was said: by its words
 * (case, punctuation and numbering aside), by its number, as a part of it, or by most of its words; where as many were
 * said as there are, also by its place, as long as they have a word in common. The same said twice counts once.
 */
export function unspoken(acceptance: readonly string[], said: readonly Criterion[]): string[] {
  const spoken = new Set(matches(acceptance, said).values());
  return acceptance.flatMap((text, i) => (spoken.has(i) ? [] : [`${String(i + 1)}. ${text}`]));
}

/** What is called met by words that name no evidence. */
export const unproved = (said: readonly Criterion[]): string[] =>
  said.filter(({ met, evidence }) => met && EMPTY.test(plain(evidence))).map(({ criterion }) => criterion);

type Pairs = Map<number, number>;
type Likeness = (said: string, wanted: string, place: { said: number; wanted: number }) => boolean;

/** Places of what was said, each with the place of the criterion that it speaks of. */
function matches(acceptance: readonly string[], said: readonly Criterion[]): Pairs {
  const pairs: Pairs = new Map();
  if (acceptance.length === 1 && acceptance[0] === WHOLE_SPEC) {
    return new Map(said.map((_, i) => [i, 0]));
  }
  const inOrder = said.length === acceptance.length;
  const ways: readonly Likeness[] = [
    (a, b) => plain(a) === plain(b),
    (a, _, place) => numberOf(a) === place.wanted + 1,
    (a, b) => isPart(a, b) || isPart(b, a),
    (a, b) => likeness(a, b) > ALIKE,
    (a, b, place) => inOrder && place.said === place.wanted && likeness(a, b) > 0,
  ];
  for (const alike of ways) {
    said.forEach(({ criterion }, i) => {
      const taken = new Set(pairs.values());
      const free = acceptance.findIndex(
        (wanted, j) => !taken.has(j) && alike(criterion, wanted, { said: i, wanted: j }),
      );
      if (!pairs.has(i) && free >= 0) {
        pairs.set(i, free);
      }
    });
  }
  return pairs;
}

/** The words alone: no numbering before them, no case, no punctuation. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(NUMBERING, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const NUMBERING =
  /^\W*(?:(?:criterion|criteria|acceptance|ac|requirement|r|no|nr)\b[\s.#:-]*)?#?\d{1,2}\s*[.):\]-]\s*/;

/** `2`, `#2`, `Criterion 2`, and `2. and its words`. */
function numberOf(text: string): number | undefined {
  const bare = /^\W*(?:(?:criterion|acceptance|ac|no|nr)\W*)?(\d{1,2})(?:\W*$|\s*[.):\]]\s)/i.exec(
    text.trim(),
  );
  return bare ? Number(bare[1]) : undefined;
}

const LEAST_OF_PART = 12;

/** The beginning or the middle of the other, long enough to be no chance. */
const isPart = (part: string, whole: string): boolean =>
  plain(part).length >= LEAST_OF_PART && plain(whole).includes(plain(part));

/** From 0 to 1: how many of the words of both are words of either. */
function likeness(a: string, b: string): number {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const both = [...one].filter((word) => other.has(word)).length;
  return (2 * both) / Math.max(1, one.size + other.size);
}

function wordsOf(text: string): Set<string> {
  const all = plain(text).split(' ').filter(Boolean);
  const telling = all.filter((word) => !COMMON.has(word)).map(stem);
  return new Set(telling.length > 0 ? telling : all);
}

/** `returns`, `returned`, `returning` are one word here. */
const stem = (word: string): string => word.replace(/(?:ing|ed|e?s|e)$/, '').slice(0, 12) || word;
