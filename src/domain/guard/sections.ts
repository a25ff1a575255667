import type { FilePatch } from '../patch/patch.ts';

/** Sections of a TOML file that tools of a check read. */
const TOOLS =
  /^(?:tool\.(?:pytest|coverage|tox|nox|hatch\.envs|ruff|mypy|pylint|pyright|flake8|poe|pdm\.scripts|taskipy)\b|test$|lib$|bin$|profile\.test|lints?\b|workspace\.lints)/;
const TELLING = /\b(?:addopts|testpaths|python_files|deselect|fail_under|omit|harness|autotests|doctest)\b/;

/** Where a change touches such a section, once a section. A key that tells by itself counts where the section is not seen. */
export function changedSections(file: FilePatch): { readonly line: number; readonly section: string }[] {
  const seen = new Map<string, { line: number; section: string }>();
  for (const hunk of file.hunks) {
    let section = /^\[+([^\]]+)\]/.exec(hunk.heading)?.[1];
    for (const line of hunk.lines) {
      section = /^\[+([^\]]+)\]/.exec(line.text)?.[1] ?? section;
      const counts = section === undefined ? TELLING.test(line.text) : TOOLS.test(section);
      const name = section ?? 'of the test settings';
      if (line.kind !== 'context' && counts && line.text.trim() !== '' && !seen.has(name)) {
        seen.set(name, { line: line.line, section: name });
      }
    }
  }
  return [...seen.values()];
}
