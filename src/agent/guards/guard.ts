import type { Step } from './steps.ts';

/** How far a pattern has gone, and what is to be said of it. */
export type Sighting = { readonly count: number; readonly what: string };

/**
 * A pattern that leads nowhere. It is told to the model once when its count comes to `hintAt`; the attempt ends when it
 * has gone on to `endAt` all the same.
 */
export type Guard = {
  readonly hintAt: number;
  readonly endAt: number;
  look(steps: readonly Step[]): Sighting | undefined;
  /** To the model: what is wrong and what to do. */
  hint(seen: Sighting): string;
  /** To people: why the attempt was ended. */
  end(seen: Sighting): string;
};
