import type { FilePatch, Hunk } from '../patch/patch.ts';

const FOLDER =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|__mocks__|__snapshots__|fixtures|testdata|testing|cypress)\//i;
const NAME =
  /(?:[._-](?:test|tests|spec|e2e|cy)\.\w+|(?:^|\/)test_[^/]*\.py|_(?:test|spec)\.\w+|(?:Tests?|Specs?|IT|TestCase)\.(?:java|kt|kts|cs|php|swift|scala|groovy|fs|vb)|(?:^|\/)conftest\.py|\.snap)$/;
const PROSE = /\.(?:md|mdx|rst|adoc|txt)$/i;

/** A file that holds tests or that tests stand on: fixtures, snapshots, shared set-up. */
export const isTestFile = (path: string): boolean => (FOLDER.test(path) || NAME.test(path)) && !isProse(path);

export const isProse = (path: string): boolean => PROSE.test(path);

/** Test files that were there before the change. */
export const isExistingTest = (file: FilePatch): boolean =>
  isTestFile(file.from ?? file.path) && file.status !== 'added' && file.status !== 'copied';

/** Rust and a few others keep tests inside the source: whether a hunk lies in such a part. */
export const isTestHunk = (file: FilePatch, hunk: Hunk): boolean =>
  isTestFile(file.path) ||
  (file.path.endsWith('.rs') &&
    (/\bmod tests?\b|#\[(?:\w+::)*test\b/.test(hunk.heading) ||
      hunk.lines.some((line) => /^\s*#\[(?:cfg\(test\)|(?:\w+::)*test\b)/.test(line.text))));

export const testHunks = (file: FilePatch): Hunk[] => file.hunks.filter((hunk) => isTestHunk(file, hunk));
