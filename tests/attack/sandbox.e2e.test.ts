import { describe, expect, it } from 'vitest';
import { hasBubblewrap } from '../bubblewrap.ts';
import { CONFINED, playConfined, slotWorktree } from './confined.ts';
import { playKind } from './kind.ts';

// Without a sandbox these would reach the machine that the tests run on.
it.skipIf(!hasBubblewrap && process.env['CI'] === undefined)('has a sandbox to try', () => {
  expect(hasBubblewrap).toBe(true);
});

describe.skipIf(!hasBubblewrap)('in the sandbox', () => {
  for (const [kind, only] of CONFINED) {
    playKind(kind, playConfined(), { worktree: slotWorktree, only });
  }
});
