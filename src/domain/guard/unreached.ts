import type { FilePatch, Hunk, PatchLine } from '../patch/patch.ts';
import { isComment, signRule } from './lines.ts';
import { found, quote, TEST_LOSS, type Found, type Rule } from './rule.ts';
import { isExistingTest, isTestFile, testHunks } from './test-files.ts';

/** Assertions that a change puts behind a return or under a condition. */
export const testHollowed: Rule = {
  name: 'test-hollowed',
  levels: TEST_LOSS,
  find: ({ patch }) =>
    patch
      .filter((file) => isExistingTest(file) || !isTestFile(file.path))
      .flatMap((file) => testHunks(file).flatMap((hunk) => inHunk(file, hunk))),
};

function inHunk(file: FilePatch, hunk: Hunk): Found[] {
  const before = new Set(hunk.lines.filter((l) => l.kind === 'removed').map((l) => l.text.trim()));
  const now = hunk.lines.filter((l) => l.kind !== 'removed' && l.text.trim() !== '' && !isComment(l.text));
  return now.flatMap((line, i) => {
    const next = now[i + 1];
    if (line.kind !== 'added' || !next) {
      return [];
    }
    if (isReturn(line) && indent(next) === indent(line) && !closes(next)) {
      return [
        found(file, line.line, `${quote(line.text)} ends a test before ${quote(next.text)} is reached.`),
      ];
    }
    const leaves = next.kind === 'added' && isReturn(next);
    return isCondition(line) && (leaves || (next.kind === 'added' && before.has(next.text.trim())))
      ? [found(file, line.line, `What a test checked before now depends on ${quote(line.text)}.`)]
      : [];
  });
}

const isReturn = (line: PatchLine): boolean =>
  /^\s*return(?:\s+(?:true|True|nil|null|None|undefined))?;?\s*$/.test(line.text);
const isCondition = (line: PatchLine): boolean => /^\s*(?:if|unless|when)\b/.test(line.text);
const indent = (line: PatchLine): number => /^\s*/.exec(line.text)?.[0].length ?? 0;
const closes = (line: PatchLine): boolean =>
  /^\s*(?:[)}\]]|end\b|else\b|elif\b|case\b|default\b|except\b|finally\b|def\b|func\b)/.test(line.text);

/** Data of tests that goes without anything in its place: rows of tables, parameters, steps. */
export const testDataRemoved: Rule = {
  name: 'test-data-removed',
  levels: TEST_LOSS,
  find: ({ patch }) =>
    patch
      .filter((file) => isExistingTest(file) && file.status !== 'deleted')
      .flatMap((file) => file.hunks.flatMap((hunk) => firstRow(file, hunk))),
};

const ROW = /^\s*(?:[[({]|['"`\d-]|\w+\s*[:=]>?\s*['"`\d[{]).*[,;})\]]?\s*$/;

function firstRow(file: FilePatch, { lines }: Hunk): Found[] {
  const row = lines.find(
    (line, i) =>
      line.kind === 'removed' && ROW.test(line.text) && /['"`\d]/.test(line.text) && !isReplaced(lines, i),
  );
  return row ? [found(file, row.line, `Data that a test was run with is gone: ${quote(row.text)}.`)] : [];
}

/** Whether added lines follow in the same stretch of changes. */
function isReplaced(lines: readonly PatchLine[], at: number): boolean {
  const rest = lines.slice(at);
  const end = rest.findIndex((line) => line.kind === 'context');
  return rest.slice(0, end < 0 ? undefined : end).some((line) => line.kind === 'added');
}

/** A table that is there and holds nothing when a test comes to run over it. */
export const testDataEmptied: Rule = signRule({
  name: 'test-data-emptied',
  levels: TEST_LOSS,
  hunks: (file) => (isExistingTest(file) ? file.hunks : []),
  signs: [
    {
      what: 'cut',
      pattern:
        /^\s*\]\s*\.(?:slice|splice|filter)\(|\[\s*:\s*0\s*\]|\.filter\(\s*\(\w*\)\s*=>\s*false\s*\)|\.length\s*=\s*0\b/,
    },
    {
      what: 'empty',
      pattern:
        /\.each\(\s*\[\s*\]\s*\)|\bparametrize\([^)]*,\s*\[\s*\]\s*[,)]|\.take\(\s*0\s*\)|\.limit\(\s*0\s*\)/,
    },
  ],
  say: ({ what }, { text }) => `What a test runs over is ${what} here: ${quote(text)}.`,
});
