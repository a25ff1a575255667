import type { FilePatch, Hunk } from '../patch/patch.ts';

const FOLDER =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|__mocks__|__snapshots__|fixtures|testdata|testing|cypress)\//i;
const NAME =
  /(?:[._-](?:test|tests|spec|e2e|cy)\.\w+|(?:^|\/)test_[^/]*\.py|_(?:test|spec)\.\w+|(?:Tests?|Specs?|IT|TestCase)\.(?:java|kt|kts|cs|php|swift|scala|groovy|fs|vb)|(?:^|\/)conftest\.py|\.snap)$/;
/** What tests stand on, kept beside the source. */
const SUPPORT =
  /(?:^|\/)(?:test[-_]?(?:utils?|helpers?|support|kit|setup)|(?:spec|test|rails)_helper|setup[-_]?tests?|(?:jest|vitest)[-_.]setup)\.\w+$/i;
const PROSE = /\.(?:md|mdx|rst|adoc|txt)$/i;

/** A file that holds tests or that tests stand on: fixtures, snapshots, shared set-up. */
export const isTestFile = (path: string): boolean =>
  (FOLDER.test(path) || NAME.test(path) || SUPPORT.test(path)) && !isProse(path);

export const isProse = (path: string): boolean => PROSE.test(path);

/** Test files that were there before the change. */
export const isExistingTest = (file: FilePatch): boolean =>
  isTestFile(file.from ?? file.path) && file.status !== 'added' && file.status !== 'copied';

/** The parts of a change that are tests: all of a test file, and what Rust keeps at the end of a source file. */
export const testHunks = (file: FilePatch): readonly Hunk[] => {
  if (isTestFile(file.path)) {
    return file.hunks;
  }
  return file.path.endsWith('.rs') ? file.hunks.flatMap(innerTests) : [];
};

function innerTests(hunk: Hunk): Hunk[] {
  const inside = /\bmod tests?\b|#\[(?:\w+::)*test\b/.test(hunk.heading);
  const start = hunk.lines.findIndex((line) => /^\s*#\[(?:cfg\(test\)|(?:\w+::)*test\b)/.test(line.text));
  if (inside) {
    return [hunk];
  }
  return start < 0 ? [] : [{ ...hunk, lines: hunk.lines.slice(start) }];
}
