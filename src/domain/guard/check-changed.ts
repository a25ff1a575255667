import { added, type FilePatch } from '../patch/patch.ts';
import { isConfiguration, isNamed, isTaskFile } from './check-files.ts';
import { changedScripts } from './package-scripts.ts';
import { found, plural, quote, TEST_LOSS, type Found, type GuardInput, type Rule } from './rule.ts';
import { changedSections } from './sections.ts';

/** The check's own definition: whoever may change it decides whether it passes. */
export const checkChanged: Rule = {
  name: 'check-changed',
  levels: TEST_LOSS,
  find: (input) => input.patch.flatMap((file) => [...byRole(file, input), ...shadows(file)]),
};

function byRole(file: FilePatch, { check, base }: GuardInput): Found[] {
  if (/(?:^|\/)package\.json$/.test(file.path)) {
    return changedScripts(file, check, base?.get(file.path)).map(({ line, detail }) =>
      found(file, line, detail),
    );
  }
  if (isTaskFile(file.path)) {
    return changedTargets(file, check);
  }
  if (/(?:^|\/)(?:pyproject|Cargo)\.toml$/.test(file.path)) {
    return changedSections(file).map(({ line, section }) =>
      found(
        file,
        line,
        `The section ${section} of ${file.path} is changed, which decides what the check runs.`,
      ),
    );
  }
  if (isConfiguration(file.path) || isNamed(file.path, check)) {
    const why = isNamed(file.path, check) ? 'the check command names it' : 'it decides what the check runs';
    const lines = plural(
      file.hunks.flatMap((h) => h.lines).filter((l) => l.kind !== 'context').length,
      'line',
    );
    return [
      found(
        file,
        file.hunks[0]?.lines.find((l) => l.kind !== 'context')?.line,
        `${file.path} is ${file.status} (${lines}), and ${why}.`,
      ),
    ];
  }
  return [];
}

/** Programs inside the repository that would be found before the real ones. */
function shadows(file: FilePatch): Found[] {
  return /(?:^|\/)node_modules\/|(?:^|\/)\.bin\/|(?:^|\/)(?:sitecustomize|usercustomize)\.py$/.test(file.path)
    ? [found(file, undefined, `${file.path} would be found in place of an installed program or module.`)]
    : [];
}

/** Targets of a make-like file that the check uses, or its variables. */
function changedTargets(file: FilePatch, check: readonly string[]): Found[] {
  const words = new Set(check.flatMap((command) => command.split(/[\s;&|]+/)));
  const seen = new Map<string, Found>();
  for (const hunk of file.hunks) {
    let target = /^([\w./-]+):/.exec(hunk.heading)?.[1] ?? '';
    for (const line of hunk.lines) {
      target =
        /^([\w./-]+)\s*:(?!=)/.exec(line.text)?.[1] ?? (/^\S+\s*[:?+]?=/.test(line.text) ? '' : target);
      if (
        line.kind !== 'context' &&
        line.text.trim() !== '' &&
        (target === '' || words.has(target) || IS_CHECK.test(target))
      ) {
        const where = target === '' ? 'Variables or includes' : `The target ${quote(target)}`;
        seen.set(
          target,
          seen.get(target) ??
            found(
              file,
              line.line,
              `${where} of ${file.path} changed, which the check may run: ${quote(line.text)}.`,
            ),
        );
      }
    }
  }
  return added(file).length + file.hunks.length === 0 ? [] : [...seen.values()];
}

const IS_CHECK = /^(?:test|check|lint|verify|ci|typecheck|coverage)/;
