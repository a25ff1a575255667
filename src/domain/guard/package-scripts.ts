import type { FilePatch, PatchLine } from '../patch/patch.ts';
import { quote } from './rule.ts';

type Changed = { readonly line: number; readonly detail: string };

const ENTRY = /^(\s+)"([^"]+)"\s*:\s*"((?:[^"\\]|\\.)*)"/;
const IS_CHECK = /^(?:pre|post)?(?:test|check|lint|verify|ci|typecheck|coverage|spec|unit|e2e)/;
const TOOL_SECTIONS = /^(?:jest|vitest|mocha|ava|nyc|c8|tap|eslintConfig|babel|lint-staged)$/;

/** Scripts of a package.json that the check runs, directly or through others, and settings of test tools in it. */
export function changedScripts(
  file: FilePatch,
  check: readonly string[],
  base: string | undefined,
): Changed[] {
  const used = usedScripts(check, base);
  return file.hunks.flatMap((hunk) =>
    hunk.lines.flatMap((line, i) => {
      if (line.kind === 'context') {
        return [];
      }
      const section = sectionOf(hunk.lines, i);
      const [, , name = '', value = ''] = ENTRY.exec(line.text) ?? [];
      if (section === 'scripts' || (section === undefined && looksLikeCommand(value))) {
        const runs = used.has(name) || IS_CHECK.test(name) || /^(?:pre|post)?install$|^prepare$/.test(name);
        return name !== '' && runs ? [{ line: line.line, detail: sentence(name, value, line) }] : [];
      }
      return TOOL_SECTIONS.test(section ?? '')
        ? [
            {
              line: line.line,
              detail: `The settings of ${section ?? ''} in ${file.path} are changed: ${quote(line.text)}.`,
            },
          ]
        : [];
    }),
  );
}

const sentence = (name: string, value: string, line: PatchLine): string =>
  line.kind === 'added'
    ? `The script ${quote(name)}, which the check runs, is now ${quote(value)}.`
    : `The script ${quote(name)}, which the check runs, was ${quote(value)} before.`;

/** The nearest key above that is less indented; undefined when the hunk begins below it. */
function sectionOf(lines: readonly PatchLine[], at: number): string | undefined {
  const depth = /^\s*/.exec(lines[at]?.text ?? '')?.[0].length ?? 0;
  const above = lines.slice(0, at).findLast((l) => {
    const m = /^(\s*)"[^"]+"\s*:\s*[{[]/.exec(l.text);
    return m !== null && (m[1]?.length ?? 0) < depth;
  });
  return above ? /"([^"]+)"/.exec(above.text)?.[1] : undefined;
}

const looksLikeCommand = (value: string): boolean =>
  /[a-z]/i.test(value) &&
  !/^(?:[\^~>=<v]*\d|workspace:|file:|git|https?:|npm:|\*|latest)/.test(value) &&
  /\s|^[\w-]+$/.test(value);

/** Names of the scripts that a check comes to run, hooks before and after them included. */
function usedScripts(check: readonly string[], base: string | undefined): Set<string> {
  const scripts = scriptsOf(base);
  const used = new Set<string>();
  const visit = (command: string): void => {
    for (const name of calledIn(command)) {
      for (const each of [name, `pre${name}`, `post${name}`]) {
        if (!used.has(each)) {
          used.add(each);
          visit(scripts[each] ?? '');
        }
      }
    }
  };
  check.forEach(visit);
  return used;
}

const calledIn = (command: string): string[] =>
  [
    ...command.matchAll(
      /\b(?:npm|pnpm|yarn|bun)\s+(?:-\S+\s+)*(?:run(?:-script)?\s+(?:-\S+\s+)*)?([\w:.-]+)|\b(?:run-s|run-p|npm-run-all)\s+([\w:. -]+)/g,
    ),
  ]
    .flatMap(([, one = '', many = '']) => `${one} ${many}`.split(/\s+/))
    .filter((name) => name !== '')
    .map((name) => (name === 't' ? 'test' : name));

function scriptsOf(text: string | undefined): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    const scripts =
      parsed !== null && typeof parsed === 'object' && 'scripts' in parsed ? parsed.scripts : {};
    return Object.fromEntries(
      Object.entries(scripts ?? {}).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : [])),
    );
  } catch {
    return {};
  }
}
