/** Something wrong with a setting, or worth a word. */
export type Problem = {
  /** The setting as it was written, such as `limits.parallel`; empty for the whole text. */
  readonly key: string;
  /** `agents.yaml:12:3`, `--parallel` or `ORCHESTRATE_PARALLEL`. */
  readonly place: string;
  readonly message: string;
};

export const tell = ({ place, message }: Problem): string => `${place}: ${message}`;

/** Settings that cannot be used. `message` tells every problem on a line of its own. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(tell).join('\n'));
    this.problems = problems;
  }
}
