import type { Sink } from './moving.ts';
import type { Photo } from './photo.ts';

export type Places = {
  readonly MAIN: string;
  readonly WT: string;
  readonly WTNAME: string;
  readonly HOME: string;
  readonly OUT: string;
  readonly OUTREL: string;
  readonly OUT2: string;
  readonly PAY: string;
  readonly PAYHOOKS: string;
  readonly STATE: string;
  readonly PORT: string;
};

/** The world of one case. Everything lies below one temporary folder, which `close` removes. */
export type Scene = {
  readonly root: string;
  readonly places: Places;
  /** First commit of the main checkout: what the worktree stands on. */
  readonly base: string;
  /** The orchestrator's own environment in this case: what the machine gives, a home, and the case's variables. */
  readonly env: Readonly<Record<string, string>>;
  /** Puts the places, fake secrets and hidden letters into a text; what is no placeholder stays. */
  fill(text: string): string;
  /** The same in every text of a value. */
  fillAll(value: unknown): unknown;
  /** The user's git in a folder; trimmed output. */
  readonly git: (dir: string, ...args: string[]) => Promise<string>;
  /** How the guarded places looked when the case began. */
  readonly before: Photo;
  /** What reached the sink, over TCP, UDP or its abstract socket. */
  readonly sink: Sink | null;
  /** Starts what moves while the tool works, where the case has such a thing. */
  move(): void;
  close(): Promise<void>;
};
