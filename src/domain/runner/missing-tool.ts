/** A tool's own words that another one could not be found; the group is the name that was looked for. */
const NOT_FOUND: readonly RegExp[] = [
  /^(?:.*?(?:sh|bash|zsh|dash): )?(?:line )?(?:\d+: )?(\S+): (?:command )?not found$/,
  /^(?:zsh|fish): (?:command not found|Unknown command): (\S+)$/,
  /^(?:make(?:\[\d+\])?|env|xargs|sudo|time|timeout|nice): (?:failed to run command )?[‘'"]?([^\s’'":]+)[’'"]?: No such file or directory$/,
  /^(?:\S*\/)?python[\d.]*: No module named (\S+)$/,
  /^error: no such command: `(\S+)`$/,
  /^npm error could not determine executable to run()$/,
  /^'(\S+)' is not recognized as an internal or external command/,
];

/** Exit codes with which a shell says that a program is not there or cannot be executed. */
const CANNOT_RUN: ReadonlySet<number | null> = new Set([126, 127]);

/**
 * Whether a command failed because a tool that the machine should have is missing. A program that is named by its path
 * belongs to the repository: its absence is the change's own failure.
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
    return missing.every((name) => !name.includes('/'));
  }
  return CANNOT_RUN.has(end.exitCode) && !programOf(end.command).includes('/');
}

/** The first word of a command that is not an assignment. */
const programOf = (command: string): string =>
  command
    .trim()
    .split(/\s+/)
    .find((word) => !/^\w+=/.test(word)) ?? '';
