/** A tool's own words that another one could not be found; the group is the name that was looked for. */
const NOT_FOUND: readonly RegExp[] = [
  /^(?:.*?(?:sh|bash|zsh|dash): )?(?:line )?(?:\d+: )?(\S+): (?:command )?not found$/,
  /^(?:zsh|fish): (?:command not found|Unknown command): (\S+)$/,
  /^(?:make(?:\[\d+\])?|env|xargs|sudo|time|timeout|nice): (?:failed to run command )?[‘'"]?([^\s’'":]+)[’'"]?: No such file or directory$/,
  /^(?:\S*\/)?python[\d.]*: No module named (\S+)$/,
  /^error: no such command: `(\S+)`$/,
  /^npm (?:error|ERR!) could not determine executable to run()$/,
  /^npm (?:error|ERR!) Missing script: "?([^"]+)"?$/,
  /^\s*ERR_PNPM_NO_SCRIPT\s+Missing script: (\S+)$/,
  /^error (?:Command|Script) "([^"]+)" not found\.?$/,
  /^error: Script not found "([^"]+)"$/,
  /^make: \*\*\* No rule to make target ['‘`]([^'’]+)['’]\. {2}Stop\.$/,
  /^'(\S+)' is not recognized as an internal or external command/,
];

/** Exit codes with which a shell says that a program is not there or cannot be executed. */
const CANNOT_RUN: ReadonlySet<number | null> = new Set([126, 127]);

/**
 * Whether a command failed because something is missing that has to be there for it to run at all: a tool of the machine,
 * or what the command itself names. A program that something else names by its path belongs to the repository: its absence
 * is a failure like any other.
 */
export function toolIsMissing(end: {
  readonly exitCode: number | null;
  readonly output: string;
  readonly command: string;
}): boolean {
  const missing = end.output
    .slice(-8000)
    .split(/\r?\n/)
    .flatMap((line) => NOT_FOUND.flatMap((pattern) => pattern.exec(line.trim())?.[1] ?? []));
  if (missing.length > 0) {
    return missing.every((name) => !name.includes('/') || name === programOf(end.command));
  }
  return CANNOT_RUN.has(end.exitCode);
}

/** The first word of a command that is not an assignment. */
const programOf = (command: string): string =>
  command
    .trim()
    .split(/\s+/)
    .find((word) => !/^\w+=/.test(word)) ?? '';
