import type { Model } from '../model/model.ts';

/** Who asks a model: its role, whose transcript it is, and the model's alias. */
export type Caller = {
  readonly role: string;
  /** `planner`, `c1.a1.coder`, `c1.a1.reviewer`: names the transcript and keys a recording. */
  readonly conversation: string;
  readonly attempt: string | null;
  readonly alias: string;
};

/** Gives each conversation its model: configured, scripted or recorded, metered or not. */
export type Models = (caller: Caller) => Model;
