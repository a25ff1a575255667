/** The files of a repository, as much as is needed to guess how it is tested. */
export type Repository = {
  /** Paths from the folder in question, with slashes. */
  readonly files: readonly string[];
  /** The text of a file; undefined where it cannot be read. */
  readonly read: (path: string) => Promise<string | undefined>;
};

/** A command and what speaks for it, to be shown to a person. */
export type Guess = { readonly command: string; readonly because: string };

/** One way to tell; undefined where it does not apply. */
export type Rule = (repository: Repository) => Promise<Guess | undefined>;
