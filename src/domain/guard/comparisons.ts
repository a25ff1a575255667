import type { FilePatch, PatchLine } from '../patch/patch.ts';
import { HOOKS, type Hook } from './comparison-hooks.ts';
import { sides } from './lines.ts';
import { DOUBTED, found, quote, SHOWN, type Found, type Rule } from './rule.ts';
import { isProse, testHunks } from './test-files.ts';

/** A definition of how values compare that is new, or whose body is. */
type Comparison = {
  readonly line: PatchLine;
  readonly code: string;
  readonly alwaysPasses: boolean;
  readonly inTest: boolean;
};

/** A value that is equal to anything passes every test that it is given to. */
export const equalityPatched: Rule = {
  name: 'equality-always-true',
  levels: DOUBTED,
  find: ({ patch }) =>
    told(patch, ({ alwaysPasses, code }) =>
      alwaysPasses ? `Values of this type equal whatever they are compared with: ${quote(code)}.` : undefined,
    ),
};

/** Honest code has these too: somebody looks whether they are. Tests may compare as they like. */
export const comparisonDefined: Rule = {
  name: 'comparison-defined',
  levels: SHOWN,
  find: ({ patch }) =>
    told(patch, ({ alwaysPasses, inTest, code }) =>
      alwaysPasses || inTest
        ? undefined
        : `This type says itself what its values equal, and tests believe it: ${quote(code)}.`,
    ),
};

const told = (patch: readonly FilePatch[], say: (c: Comparison) => string | undefined): Found[] =>
  patch.flatMap((file) =>
    comparisonsIn(file).flatMap((comparison) => {
      const words = say(comparison);
      return words === undefined ? [] : [found(file, comparison.line.line, words)];
    }),
  );

function comparisonsIn(file: FilePatch): Comparison[] {
  if (isProse(file.path)) {
    return [];
  }
  const inTests = new Set(testHunks(file).flatMap((hunk) => hunk.lines));
  return file.hunks.flatMap((hunk) => {
    const lines = sides(hunk).after;
    return lines.flatMap((line, at) => {
      const hook = HOOKS.find(({ definition }) => definition.test(line.text));
      const body = hook ? bodyAt(lines, at) : [];
      return hook && [line, ...body].some(({ kind }) => kind === 'added')
        ? [{ ...looked(hook, line, body), inTest: inTests.has(line) }]
        : [];
    });
  });
}

function looked(hook: Hook, line: PatchLine, lines: readonly PatchLine[]): Omit<Comparison, 'inTest'> {
  const [header = '', ...groups] = hook.definition.exec(line.text) ?? [];
  const parameters = (groups.find((group) => group !== undefined) ?? '').split(',');
  const other = hook.operand?.(parameters);
  const rest = line.text.slice(line.text.indexOf(header) + header.length);
  const body = [rest, ...lines.map(({ text }) => text.trim())].join(' ');
  const looks = other !== undefined && other !== '' && new RegExp(String.raw`\b${other}\b`).test(body);
  return {
    line,
    code: [line.text, ...lines.slice(0, 2).map(({ text }) => text)].join(' '),
    alwaysPasses: !looks && hook.passes.test(body),
  };
}

/** What is indented below a line; a brace that stands alone opens it. */
function bodyAt(lines: readonly PatchLine[], at: number): PatchLine[] {
  const margin = indentOf(lines[at]);
  const rest = lines.slice(at + 1).filter(({ text }) => !/^\s*\{?\s*$/.test(text));
  const end = rest.findIndex((line) => indentOf(line) <= margin);
  return rest.slice(0, end < 0 ? undefined : end);
}

const indentOf = (line: PatchLine | undefined): number => /^\s*/.exec(line?.text ?? '')?.[0].length ?? 0;
