import type { Patch } from '../patch/patch.ts';
import { quote, SHOWN, type Rule, type Said } from './rule.ts';
import { placesOf } from './scope.ts';

const ENDINGS =
  'c|cc|cfg|cjs|cpp|cs|css|csv|cts|env|gif|go|gradle|h|hpp|htm|html|ini|ipynb|java|jpe?g|js|json|jsonl|jsx|kt|less|lock|lua|md|mdx|mjs|mts|pdf|php|png|proto|ps1|py|rb|rs|rst|scss|sh|snap|sql|svelte|svg|swift|toml|ts|tsv|tsx|txt|vue|xml|ya?ml|zip';
const PATH = new RegExp(
  String.raw`(?<![\w./@:*-])(?:\./)?(?:\.?[\w-][\w.-]*/)*\.?[\w-][\w.-]*\.(?:${ENDINGS})(?![\w/*-]|\.\w)`,
  'g',
);
/** Names of products that look like files. */
const PRODUCT = /^[A-Z]\w*\.js$/;
const MAKES =
  /\b(?:add(?:s|ed)?|creat(?:es?|ed)|wr(?:ites?|ote|itten)|generat(?:es?|ed)|sav(?:es?|ed)|produc(?:es?|ed)|built|made|put|introduc(?:es?|ed)|export(?:s|ed)|updat(?:es?|ed)|document(?:s|ed))\b/i;

/** Files that a text names by a path or a name with an ending. */
export const pathsIn = (text: string): string[] => [
  ...new Set(
    (text.match(PATH) ?? []).filter((path) => !PRODUCT.test(path)).map((path) => path.replace(/^\.\//, '')),
  ),
];

/** Files that a summary says it has made or changed. */
const madeIn = (claim: string): string[] =>
  claim.split(/[.;!?]\s|\n/).flatMap((sentence) => (MAKES.test(sentence) ? pathsIn(sentence) : []));

/** Those that are neither at the base nor in the change: `claimed` to be there, or `wanted`. A name alone matches in any folder. */
export function absentFrom(
  patch: Patch,
  { claim, wanted, tracked }: Said,
): Record<'claimed' | 'wanted', string[]> {
  const known = [...tracked, ...patch.flatMap(placesOf)];
  const paths = new Set(known);
  const names = new Set(known.map((path) => path.slice(path.lastIndexOf('/') + 1)));
  const isAbsent = (path: string): boolean =>
    !paths.has(path) && !(path.includes('/') ? known.some((k) => k.endsWith(`/${path}`)) : names.has(path));
  return { claimed: madeIn(claim).filter(isAbsent), wanted: wanted.filter(isAbsent) };
}

/** What the coder says that it has made, and what it was to make, where git ignores it or it is nowhere. */
export const claimAbsent: Rule = {
  name: 'claimed-not-there',
  levels: SHOWN,
  find({ patch, said, ignored = [] }) {
    if (!said) {
      return [];
    }
    const { claimed, wanted } = absentFrom(patch, said);
    const hidden = [...new Set([...claimed, ...wanted])].filter((path) => ignored.includes(path));
    return [
      ...hidden.map((file) => ({
        file,
        detail: `git ignores ${quote(file)}: it is in no commit, was not checked and will not be merged.`,
      })),
      ...[...new Set(claimed)]
        .filter((path) => !ignored.includes(path))
        .map((file) => ({
          file,
          detail: `The coder says that it has made or changed ${quote(file)}, which is neither in the change nor anywhere else: claimed, not there.`,
        })),
    ];
  },
};
