import type { Routes } from '../domain/route.ts';
import type { Git } from '../io/git/call.ts';
import type { Conversing } from './converse.ts';
import type { Hands } from './hands.ts';
import type { Workspaces } from './workspaces.ts';

/** One role as configured: its fixed prompt, its hands and which models serve it. */
export type RoleSetup = {
  readonly prompt: string;
  readonly turns: number;
  /** Names of tools in the order that they are offered to a model, given its alias. */
  readonly tools: (alias: string) => readonly string[];
  readonly routes: Routes;
};

/** A reviewer by an added role: it lands nothing by itself, and nothing lands without it. */
export type FurtherReviewer = RoleSetup & {
  readonly name: string;
  /** Globs: it is asked about changes of these files only; empty: about each. */
  readonly when: readonly string[];
};

/** What a run works with besides its state. Each command takes the part that it needs. */
export type World = {
  readonly git: Git;
  readonly workspaces: Workspaces;
  readonly talk: Conversing;
  readonly roles: Readonly<Record<'planner' | 'coder' | 'reviewer', RoleSetup>> & {
    /** Only where somebody named it. */
    readonly analyst?: RoleSetup;
    /** Asked about what the reviewer accepts, one after the other. */
    readonly further?: readonly FurtherReviewer[];
  };
  /** Gives a conversation its tools. */
  readonly hands: Hands;
  /** The spec, byte for byte. */
  readonly spec: string;
  /** Values that must never be in a commit, such as the user's own keys. */
  readonly secrets: readonly string[];
  /** The rules that the repository has for some folders, read from a working copy. */
  readonly rules: (root: string, folders: readonly string[]) => Promise<string>;
  /** Folder for whole outputs of commands. */
  readonly logs: string;
};
