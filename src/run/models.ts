import type { Delta, Model } from '../model/model.ts';

/** Who asks a model: its role, whose transcript it is, and the model's alias. */
export type Caller = {
  readonly role: string;
  /** `planner`, `c1.a1.coder`, `c1.a1.reviewer`: names the transcript and keys a recording. */
  readonly conversation: string;
  readonly attempt: string | null;
  readonly alias: string;
};

/** What is heard of a conversation while it goes on: a piece of a reply, or a tool as it begins, a line each. */
export type Piece = Delta | { readonly kind: 'tool'; readonly text: string };

/**
 * Gives each conversation its model: configured, scripted or recorded, metered or not. What it takes counts towards the
 * limits of its checkpoint on `account`.
 */
export type Models = (caller: Caller, account?: string) => Model;
