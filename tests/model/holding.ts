import { expect } from 'vitest';

/** Stands in an expected value for any text that holds this. */
export const holding = (text: string | RegExp): unknown =>
  typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
