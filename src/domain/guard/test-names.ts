import type { FilePatch, Patch, PatchLine } from '../patch/patch.ts';
import { sides } from './lines.ts';
import { found, quote, TEST_LOSS, type Found, type Rule } from './rule.ts';
import { isTestFile, testHunks } from './test-files.ts';

/** How tests are declared; the last group that matched is the name. */
const DECLARATIONS: readonly RegExp[] = [
  /\b[xf]?(?:it|test|specify|scenario)(?:\.\w+)*(?:\(.*\))?\s*\(\s*(?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)"|`([^`]+)`)/,
  /^\s*[xf]?(?:it|test|specify|scenario|example)\s+(?:'([^']+)'|"([^"]+)")/,
  /^\s*(?:async\s+)?def\s+(test\w*)\s*\(/,
  /^func\s+((?:Test|Fuzz|Benchmark|Example)\w*)\s*\(/,
  /\bfunc(?:tion)?\s+(test\w+)\s*\(/,
  /\bTEST(?:_F|_P)?\(\s*(\w+\s*,\s*\w+)\s*\)/,
];

/** A line that makes the next function a test. */
const ANNOTATION =
  /^\s*(?:#\[(?:\w+::)*(?:test|rstest|test_case)\b|@(?:Test|ParameterizedTest|RepeatedTest|Property)\b|\[(?:Fact|Theory|Test|TestCase|TestMethod)\b)/;
const FUNCTION = /\b(?:fn|fun|void|Task|def|func)\s+(?:`([^`]+)`|(\w+))\s*(?:<[^>]*>)?\(/;

/** Names of the tests that some lines of code declare, with the line of each. */
function testNames(lines: readonly PatchLine[]): Map<string, PatchLine> {
  const names = new Map<string, PatchLine>();
  let annotated = false;
  for (const line of lines) {
    const name = nameIn(line.text, annotated);
    if (name !== undefined) {
      names.set(name, line);
    }
    annotated = name === undefined && (annotated || ANNOTATION.test(line.text)) && line.text.trim() !== '}';
  }
  return names;
}

function nameIn(text: string, annotated: boolean): string | undefined {
  const patterns = annotated ? [...DECLARATIONS, FUNCTION] : DECLARATIONS;
  for (const pattern of patterns) {
    const groups: (string | undefined)[] = pattern.exec(text)?.slice(1) ?? [];
    const name = groups.findLast((group) => group !== undefined);
    if (name !== undefined) {
      return name;
    }
  }
  return undefined;
}

/** A test that a change takes out of a file and puts into none. A renamed test counts: its name is what is known of it. */
export const casesDropped: Rule = {
  name: 'cases-dropped',
  levels: TEST_LOSS,
  find({ patch }) {
    const kept = patch.flatMap(testHunks).map((hunk) => testNames(sides(hunk).after));
    const declared = new Set(kept.flatMap((names) => Array.from(names.keys())));
    return patch
      .filter((file) => !(file.status === 'deleted' && isTestFile(file.path)))
      .flatMap((file) => removedFrom(file, declared));
  },
};

/** Names of the tests that a deleted file held and that are declared nowhere in the change. */
export function lostWith(file: FilePatch, patch: Patch): string[] {
  const declared = new Set(
    patch.flatMap(testHunks).flatMap((hunk) => Array.from(testNames(sides(hunk).after).keys())),
  );
  return file.hunks
    .flatMap((hunk) => Array.from(testNames(sides(hunk).before).keys()))
    .filter((name) => !declared.has(name));
}

function removedFrom(file: FilePatch, declared: ReadonlySet<string>): Found[] {
  return testHunks(file).flatMap((hunk) =>
    [...testNames(sides(hunk).before)]
      .filter(([name]) => !declared.has(name))
      .map(([name, line]) => found(file, line.line, `The test ${quote(name)} is removed or renamed.`)),
  );
}
