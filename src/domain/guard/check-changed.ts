import type { FilePatch, PatchLine } from '../patch/patch.ts';
import { isConfiguration, isNamed, isTaskFile } from './check-files.ts';
import { changedScripts } from './package-scripts.ts';
import { found, plural, quote, CHECK_CHANGE, TEST_LOSS, type Found, type Rule } from './rule.ts';
import { changedParts, sectionOf, targetOf } from './sections.ts';

/** Scripts by which the check comes to run. Whoever may change them decides whether it passes. */
export const scriptsChanged: Rule = {
  name: 'scripts-changed',
  levels: TEST_LOSS,
  find: ({ patch, check, base }) =>
    patch
      .filter((file) => isPackage(file.path))
      .flatMap((file) =>
        changedScripts(file, check, base?.get(file.path)).map(({ line, detail }) =>
          found(file, line, detail),
        ),
      ),
};

/** Other files that define the check: configurations, targets, and the files that it names. */
export const guardFile: Rule = {
  name: 'guard-file',
  levels: CHECK_CHANGE,
  find: ({ patch, check, base }) =>
    patch.flatMap((file) =>
      isPackage(file.path)
        ? shadows(file)
        : byRole(file, check, base?.get(file.from ?? file.path)).concat(shadows(file)),
    ),
};

const isPackage = (path: string): boolean => /(?:^|\/)package\.json$/.test(path);

function byRole(file: FilePatch, check: readonly string[], base: string | undefined): Found[] {
  if (isTaskFile(file.path)) {
    return ofTargets(file, check, base);
  }
  if (/(?:^|\/)(?:pyproject|Cargo)\.toml$/.test(file.path)) {
    return changedParts(file, base, sectionOf)
      .filter(({ name }) => TOOLS.test(name))
      .map(({ name, line }) =>
        found(
          file,
          line.line,
          `The section [${name}] of ${file.path} is changed, which decides what the check runs.`,
        ),
      );
  }
  const telling = tellingLine(file);
  if (telling) {
    return [
      found(file, telling.line, `${file.path} changes which tests run or count: ${quote(telling.text)}.`),
    ];
  }
  const named = isNamed(file.path, check);
  return named || isConfiguration(file.path) ? [wholeFile(file, named)] : [];
}

/** Sections of TOML manifests that tools of a check read. */
const TOOLS =
  /^(?:tool\.(?:pytest|coverage|tox|nox|hatch\.envs|ruff|mypy|pylint|pyright|flake8|poe|pdm\.scripts|taskipy)\b|test$|lib$|bin$|profile\.test|lints?\b|workspace\.lints)/;

/** Build and ignore files are about much else: only single lines of them decide what the check sees. */
const TELLING: readonly { readonly file: RegExp; readonly line: RegExp }[] = [
  {
    file: /(?:^|\/)(?:pom\.xml|build\.(?:gradle|sbt)(?:\.kts)?|\w+\.csproj|CMakeLists\.txt|mix\.exs|Package\.swift)$/,
    line: /ignoreFailures|maven\.test|skipTests|testFailureIgnore|failIfNoTests|<skip>|\bexcludes?\b|excludeTags|surefire|failsafe|jacoco|<IsTestProject>|VSTest|\bWILL_FAIL\b|add_test\(|test_(?:paths|pattern)/,
  },
  {
    file: /(?:^|\/)\.(?:git|docker|eslint|prettier|oxlint|npm|style)ignore$/,
    line: /\b(?:tests?|specs?|e2e|__tests__)\b|\.(?:test|spec)\./i,
  },
];

const tellingLine = (file: FilePatch): PatchLine | undefined =>
  file.hunks
    .flatMap((hunk) => hunk.lines)
    .find(
      (line) =>
        line.kind !== 'context' && TELLING.some((t) => t.file.test(file.path) && t.line.test(line.text)),
    );

function wholeFile(file: FilePatch, named: boolean): Found {
  const changed = file.hunks.flatMap((hunk) => hunk.lines).filter((line) => line.kind !== 'context');
  const why = named ? 'the check command names it' : 'it decides what the check runs or how';
  return found(
    file,
    changed[0]?.line,
    `${file.path} is ${file.status} (${plural(changed.length, 'line')}), and ${why}.`,
  );
}

/** Programs inside the repository that would be found before the real ones. */
function shadows(file: FilePatch): Found[] {
  return /(?:^|\/)node_modules\/|(?:^|\/)\.bin\/|(?:^|\/)(?:sitecustomize|usercustomize)\.py$/.test(file.path)
    ? [found(file, undefined, `${file.path} would be found in place of an installed program or module.`)]
    : [];
}

/** Targets that the check uses or that are called like one, and what all targets share. */
function ofTargets(file: FilePatch, check: readonly string[], base: string | undefined): Found[] {
  const words = new Set(check.flatMap((command) => command.split(/[\s;&|]+/)));
  return changedParts(file, base, targetOf)
    .filter(({ name }) => name === '' || words.has(name) || IS_CHECK.test(name))
    .map(({ name, line }) => {
      const what = name === '' ? 'Something outside of any target' : `The target ${quote(name)}`;
      return found(
        file,
        line.line,
        `${what} of ${file.path} is changed, which the check may run: ${quote(line.text)}.`,
      );
    });
}

const IS_CHECK = /^(?:test|check|lint|verify|ci|typecheck|coverage)/;
