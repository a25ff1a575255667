import type { FilePatch } from '../patch/patch.ts';
import { newCode, sides } from './lines.ts';
import { DOUBTED, found, quote, type Found, type Rule } from './rule.ts';
import { isProse } from './test-files.ts';

const LIBRARY =
  /['"](?:node:assert|assert|node:test|chai|expect|vitest|@jest\/globals|bun:test|should|power-assert|uvu\/assert)(?:\/strict)?['"]/;

/** How a file comes to call such a library by a name of its own. */
const BINDING =
  /^\s*import\s+(?:\*\s+as\s+)?([\w$]+)\s+from\b|\b(?:const|let|var)\s+([\w$]+)\s*=\s*(?:await\s+import|require)\(|^\s*from\s+(?:unittest|pytest)\b.*\bas\s+(\w+)/;

/** The library that decides whether a test fails is changed by the very code that it is to judge. */
export const libraryPatched: Rule = {
  name: 'library-patched',
  levels: DOUBTED,
  find: ({ patch }) => patch.filter(({ path }) => !isProse(path)).flatMap(inFile),
};

/** Go runs no test of a package by itself where it has one of these. */
export const testMainHollow: Rule = {
  name: 'test-main-hollow',
  levels: DOUBTED,
  find: ({ patch }) =>
    patch
      .filter(({ path }) => path.endsWith('_test.go'))
      .flatMap((file) => {
        const now = file.hunks.flatMap((hunk) => sides(hunk).after);
        const main = now.find(({ text }) => text.startsWith('func TestMain('));
        return main?.kind === 'added' && !now.some(({ text }) => /\.Run\(\)/.test(text))
          ? [found(file, main.line, `${quote(main.text)} runs none of the tests of its package.`)]
          : [];
      }),
};

function inFile(file: FilePatch): Found[] {
  const names = file.hunks
    .flatMap((hunk) => sides(hunk).after)
    .filter(({ text }) => LIBRARY.test(text) || /\bfrom\s+(?:unittest|pytest)\b/.test(text))
    .flatMap(({ text }) => BINDING.exec(text)?.slice(1).find(Boolean) ?? []);
  if (names.length === 0) {
    return [];
  }
  const any = names.map((name) => name.replaceAll('$', String.raw`\$`)).join('|');
  const changes = new RegExp(
    String.raw`(?:^|[\s;(])(?:${any})(?:\.\w+|\[[^\]]+\])+\s*=(?!=)|\b(?:Object\.(?:assign|definePropert\w+)|Reflect\.(?:set|definePropert\w+)|mock\.method|spyOn|setattr)\(\s*(?:${any})\b`,
  );
  return newCode(file)
    .filter(({ text }) => changes.test(text))
    .map((line) =>
      found(
        file,
        line.line,
        `What decides whether a test fails is changed by the code itself: ${quote(line.text)}.`,
      ),
    );
}
