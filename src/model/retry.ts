import { type ModelError, restated, retryable } from './errors.ts';

/** How often and how long a failed call is repeated. Every wait is bounded. */
export type RetryPolicy = {
  /** Repeats of a call that met a passing failure. */
  readonly retries: number;
  /** Repeats of a call that met a rate limit: waiting is all that helps. */
  readonly rateLimitRetries: number;
  /** The first wait in milliseconds; it doubles from try to try. */
  readonly baseMs: number;
  readonly longestMs: number;
  /** A server that asks for a longer wait than this is not waited for. */
  readonly longestAskedMs: number;
};

export const defaultRetries: RetryPolicy = {
  retries: 6,
  rateLimitRetries: 30,
  baseMs: 1000,
  longestMs: 30_000,
  longestAskedMs: 120_000,
};

/** The more impatient of two policies, limit by limit. */
export const shorter = (policy: RetryPolicy, wanted: Partial<RetryPolicy> = {}): RetryPolicy => ({
  retries: Math.min(policy.retries, wanted.retries ?? Infinity),
  rateLimitRetries: Math.min(policy.rateLimitRetries, wanted.rateLimitRetries ?? Infinity),
  baseMs: Math.min(policy.baseMs, wanted.baseMs ?? Infinity),
  longestMs: Math.min(policy.longestMs, wanted.longestMs ?? Infinity),
  longestAskedMs: Math.min(policy.longestAskedMs, wanted.longestAskedMs ?? Infinity),
});

/** What has happened to one call so far. */
export type Tries = { readonly failures: number; readonly limits: number; readonly once: boolean };

export const noTries: Tries = { failures: 0, limits: 0, once: false };

export type Next =
  | { readonly step: 'again'; readonly waitMs: number; readonly tries: Tries }
  | { readonly step: 'give up'; readonly error: ModelError };

/** Whether and when to repeat after a failure. `random` gives 0 to 1 and spreads the waits. */
export function nextTry(error: ModelError, tries: Tries, policy: RetryPolicy, random: () => number): Next {
  if (error.repeat === 'once') {
    return tries.once
      ? { step: 'give up', error }
      : { step: 'again', waitMs: 0, tries: { ...tries, once: true } };
  }
  const isLimit = error.kind === 'rate_limit';
  const spent = isLimit ? tries.limits >= policy.rateLimitRetries : tries.failures >= policy.retries;
  if (!retryable(error) || spent) {
    return { step: 'give up', error };
  }
  if ((error.retryAfterMs ?? 0) > policy.longestAskedMs) {
    return { step: 'give up', error: asksTooLong(error, policy) };
  }
  const next = isLimit ? { ...tries, limits: tries.limits + 1 } : { ...tries, failures: tries.failures + 1 };
  return { step: 'again', waitMs: waitOf(error, tries, policy, random), tries: next };
}

function waitOf(error: ModelError, tries: Tries, policy: RetryPolicy, random: () => number): number {
  if (error.retryAfterMs !== undefined) {
    // A little later than asked, and not all callers at once.
    return error.retryAfterMs + Math.min(250, error.retryAfterMs / 50 + 10) * random();
  }
  const doubled = policy.baseMs * 2 ** (tries.failures + tries.limits);
  return Math.min(policy.longestMs, doubled) * (0.5 + random() / 2);
}

function asksTooLong(error: ModelError, { longestAskedMs }: RetryPolicy): ModelError {
  const asked = `the server asks to wait ${seconds(error.retryAfterMs ?? 0)}, longer than the ${seconds(longestAskedMs)} allowed`;
  return restated(error, { message: `${error.message} (${asked})`, repeat: 'never', cause: error });
}

const seconds = (ms: number): string => `${String(Math.ceil(ms / 1000))} s`;
