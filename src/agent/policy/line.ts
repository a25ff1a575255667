/** A word of a command, as far as it can be known before it runs. */
export type Arg = {
  readonly text: string;
  /**
   * `fixed`: the program gets exactly this text. `pattern`: names of files that begin like it. `computed`: whatever an
   * expansion makes of it, options included.
   */
  readonly kind: 'fixed' | 'pattern' | 'computed';
};

export type Redirect = {
  readonly operator: string;
  /** Null where it is a text that stands in the command itself. */
  readonly target: Arg | null;
};

/** One program that a command line starts, wherever in it: in a pipe, a loop or a substitution. */
export type Simple = {
  /** The name first; empty for assignments that stand alone. */
  readonly argv: readonly Arg[];
  /** Names of variables that are set for it. */
  readonly sets: readonly string[];
  readonly redirects: readonly Redirect[];
  /** The stages of its pipe before it. */
  readonly pipedFrom: readonly Simple[];
  /** The programs of its own substitutions. */
  readonly inside: readonly Simple[];
};

export type CommandLine = {
  /** Every program that it starts. */
  readonly commands: readonly Simple[];
  /** Why its programs do not tell what it does, one reason each; empty when they do. */
  readonly doubts: readonly string[];
};

/** The name of the program without its path. */
export const programName = ([name]: readonly Arg[]): string => name?.text.split('/').at(-1) ?? '';

/** The words after the name, options left out. */
export const plainWords = (argv: readonly Arg[]): string[] =>
  argv.slice(1).flatMap(({ text }) => (text.startsWith('-') ? [] : [text]));
