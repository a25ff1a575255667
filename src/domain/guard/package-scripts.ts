import { z } from 'zod';
import type { FilePatch } from '../patch/patch.ts';
import { textAfter } from '../patch/text-after.ts';
import { quote } from './rule.ts';

type Changed = { readonly line?: number; readonly detail: string };

const Package = z.looseObject({ scripts: z.record(z.string(), z.string()).optional() });
type Package = z.infer<typeof Package>;

const IS_CHECK =
  /^(?:pre|post)?(?:test|check|lint|verify|ci|typecheck|coverage|spec|unit|e2e|install)|^prepare$/;
const TOOLS = new Set([
  'jest',
  'vitest',
  'mocha',
  'ava',
  'nyc',
  'c8',
  'tap',
  'eslintConfig',
  'babel',
  'lint-staged',
]);

/** Scripts of a package.json that the check runs, directly or through others, and settings of test tools in it. */
export function changedScripts(
  file: FilePatch,
  check: readonly string[],
  base: string | undefined,
): Changed[] {
  const text = textAfter(file, base);
  const before = file.status === 'added' ? {} : read(base);
  const after = read(text);
  if (!before || !after || text === undefined) {
    return [
      { detail: `${file.path} cannot be compared with what it was at the base, so its scripts are unknown.` },
    ];
  }
  const used = usedScripts(check, [before, after]);
  return [
    ...different(before.scripts ?? {}, after.scripts ?? {})
      .filter((name) => used.has(name) || (file.status !== 'added' && IS_CHECK.test(name)))
      .map((name) => told(name, { was: before.scripts?.[name], is: after.scripts?.[name], text })),
    ...different(before, after)
      .filter((name) => TOOLS.has(name))
      .map((name) => at(name, text, `The settings of ${name} in ${file.path} are changed.`)),
  ];
}

function read(text: string | undefined): Package | undefined {
  try {
    return Package.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

/** The scripts of a package.json by name; none where it cannot be read. */
export const scriptsOf = (text: string): Readonly<Record<string, string>> => read(text)?.scripts ?? {};

const different = (a: Record<string, unknown>, b: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (k) => JSON.stringify(a[k]) !== JSON.stringify(b[k]),
  );

function told(
  name: string,
  {
    was,
    is,
    text,
  }: { readonly was: string | undefined; readonly is: string | undefined; readonly text: string },
): Changed {
  const change =
    is === undefined
      ? `is gone; it was ${quote(was ?? '')}`
      : `is now ${quote(is)}; ${was === undefined ? 'it was not there before' : `it was ${quote(was)}`}`;
  return at(name, text, `The script ${quote(name)}, which the check may run, ${change}.`);
}

function at(name: string, text: string, detail: string): Changed {
  const index = text.indexOf(`${JSON.stringify(name)}:`);
  return index < 0 ? { detail } : { line: text.slice(0, index).split('\n').length, detail };
}

/** Names of the scripts that a check comes to run, before or after the change, hooks around them included. */
function usedScripts(check: readonly string[], packages: readonly Package[]): Set<string> {
  const used = new Set<string>();
  const visit = (command: string): void => {
    for (const name of calledIn(command).flatMap((called) => [called, `pre${called}`, `post${called}`])) {
      if (!used.has(name)) {
        used.add(name);
        packages.forEach(({ scripts }) => visit(scripts?.[name] ?? ''));
      }
    }
  };
  check.forEach(visit);
  return used;
}

const CALL =
  /\b(?:npm|pnpm|yarn|bun)\s+(?:-\S+\s+)*(?:run(?:-script)?\s+(?:-\S+\s+)*)?([\w:.-]+)|\b(?:run-s|run-p|npm-run-all)\s+([\w:. -]+)/g;

/** Names of the scripts that a command calls by its package manager. */
export const calledIn = (command: string): string[] =>
  [...command.matchAll(CALL)]
    .flatMap(([, one = '', many = '']) => `${one} ${many}`.split(/\s+/))
    .filter((name) => name !== '')
    .map((name) => (name === 't' || name === 'tst' ? 'test' : name));
