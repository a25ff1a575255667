import type { Failure } from './event.ts';

/** Failures that count as an attempt of the coder's. The others are nobody's fault or end the checkpoint. */
export const CHARGED: Record<Failure, boolean> = {
  no_change: true,
  turns: true,
  stuck: true,
  overflow: true,
  truncated: true,
  limit: true,
  spent: false,
  refused: true,
  conflict: false,
  guard: true,
  impossible: false,
  environment: false,
  workspace: false,
};

/** Failures that end the checkpoint, with what its reason begins with. */
export const BLOCKS: Partial<Record<Failure, string>> = { impossible: 'impossible: ', spent: '' };
