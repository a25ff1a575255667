import type { Filter } from '../domain/redaction/stream.ts';
import type { Tree } from '../io/git/call.ts';
import type { Wraps } from './confine.ts';

/** A folder with the files of one commit, and what programs in it are given. */
export type Workspace = {
  readonly root: string;
  /** Where commands run: the sub-directory that the run was started in. */
  readonly start: string;
  readonly tree: Tree;
  readonly env: Readonly<Record<string, string>>;
  /** Makes what hides secrets in the output of commands. */
  readonly filter: () => Filter;
  /** Paths in it that are never work. */
  readonly leave: readonly string[];
  /** How commands are started there where they are confined. */
  readonly wraps?: Wraps;
};
