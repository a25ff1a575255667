import type { Event, Failure } from '../domain/event.ts';
import { LimitReached, ModelError } from '../model/errors.ts';

/** What becomes of an attempt whose call was refused by a limit of its own, or of its checkpoint; undefined for other errors. */
export const limitFailure = (error: unknown): { failure: Failure; detail: string } | undefined =>
  error instanceof LimitReached && error.scope !== 'run'
    ? { failure: LIMITS[error.scope], detail: error.message }
    : undefined;

const LIMITS = { attempt: 'limit', checkpoint: 'spent' } as const satisfies Partial<
  Record<LimitReached['scope'], Failure>
>;

/**
 * What stops a run rather than an attempt: a budget that is spent, a provider that does not answer, a key that it
 * refuses. The conversation goes on from its transcript once the run is resumed. Anything else is thrown on.
 */
export function pauseFor(error: unknown): Event {
  if (error instanceof LimitReached) {
    const limit = { kind: error.limit, needs: error.needs };
    return { type: 'run.paused', reason: 'limit', detail: error.message, limit };
  }
  if (error instanceof ModelError) {
    const reason = error.kind === 'auth' || error.kind === 'not_found' ? 'environment' : 'provider';
    return { type: 'run.paused', reason, detail: error.message };
  }
  throw error;
}
