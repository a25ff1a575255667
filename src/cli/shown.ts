import type { Writable } from 'node:stream';
import type { Run } from '../domain/run.ts';
import type { Wish } from '../domain/wish.ts';
import type { Ending } from '../view/ending.ts';
import type { Row } from '../view/row.ts';
import type { Entry, Live } from '../view/watch.ts';

/** What a person may ask of a run under way. The answer, or why there is none, is told at the foot of the screen. */
export type Steering = {
  readonly stop: () => void;
  readonly pause?: () => Promise<string>;
  /** `checkpoint` null: everyone is meant. */
  readonly tell?: (words: { readonly checkpoint: string | null; readonly text: string }) => Promise<string>;
  /** Says something to what waits for the person: an answer, `y`, or why not. */
  readonly settle?: (wish: Wish) => Promise<string>;
  /** Opens the run's page beside the terminal. */
  readonly page?: () => Promise<string>;
};

/** What a person or a program sees of a run while it goes on, and at its end. */
export type Screen = {
  readonly entry: (entry: Entry) => void;
  /** What happened before this call: told in a line to people, in full to programs. */
  readonly past: (entries: readonly Entry[]) => void;
  readonly live: (live: Live) => void;
  readonly notice: (text: string) => void;
  /** From now on a person at the keyboard may steer the run, where there is a keyboard. */
  readonly take: (steering: Steering) => void;
  /** The last words about a run that has ended or rests. */
  readonly end: (run: Run, end: Ending, more?: readonly Row[]) => void;
  /** Gives the terminal to a talk with the person at it, and takes it again; only where there is one to answer. */
  readonly aside?: <T>(talk: (terminal: Writable) => Promise<T>) => Promise<T>;
  readonly close: () => void;
};
