import type { FilePatch } from '../patch/patch.ts';
import { newCode } from './lines.ts';
import { found, quote, SHOWN, type Found, type Rule } from './rule.ts';
import { isProse, isTestFile } from './test-files.ts';

const LITERAL = /'((?:[^'\\]|\\.){3,80})'|"((?:[^"\\]|\\.){3,80})"|`([^`$]{3,80})`/g;
/** Paths, keys and names stand on both sides of any honest change; data from a test's own example does not. */
const ORDINARY = /^(?:[a-z][\w-]*|[\w@./-]*\/[\w./-]*|[A-Z][A-Z_]+|utf-?8|node:\w+|\.\w+)$/i;

const literals = (text: string): string[] =>
  [...text.matchAll(LITERAL)].map(([, a, b, c]) => a ?? b ?? c ?? '').filter((l) => !ORDINARY.test(l));

/** Examples of the tests that stand in the source word for word: an answer may be looked up instead of computed. */
export const answersHardCoded: Rule = {
  name: 'answers-hard-coded',
  levels: SHOWN,
  find({ patch, base }) {
    const tests = [...(base ?? [])].filter(([path]) => isTestFile(path)).map(([, text]) => text);
    const examples = new Set(tests.flatMap(literals));
    return examples.size === 0
      ? []
      : patch
          .filter((file) => !isTestFile(file.path) && !isProse(file.path))
          .flatMap((file) => inFile(file, examples));
  },
};

function inFile(file: FilePatch, examples: ReadonlySet<string>): Found[] {
  const lines = newCode(file).filter((line) => literals(line.text).some((l) => examples.has(l)));
  const same = [...new Set(lines.flatMap((line) => literals(line.text)).filter((l) => examples.has(l)))];
  return same.length > 0
    ? [
        found(
          file,
          lines[0]?.line,
          `The source holds data from the tests word for word: ${same.slice(0, 3).map(quote).join(', ')}.`,
        ),
      ]
    : [];
}
