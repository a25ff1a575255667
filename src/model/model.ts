import type { Assistant, Message } from '../domain/transcript.ts';
import type { Usage } from '../domain/usage.ts';
import type { RetryPolicy } from './retry.ts';
import type { OnWait } from './wait.ts';

/** `parameters` is one plain JSON Schema object: providers refuse unions at the top. */
export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
};

export type Request = {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly temperature?: number;
  /** Upper bound of tokens in the reply. */
  readonly maxTokens?: number;
};

/**
 * A whole turn. `finish` is `length` when the server cut it: nothing of it may be run. `model` is the name in force, as
 * the server told it or as it was asked for.
 */
export type Reply = {
  readonly message: Assistant;
  readonly usage: Usage;
  readonly model: string;
  readonly finish: 'stop' | 'length';
  /** Things a person should hear once, such as a prompt that the server cut or a parameter that it refused. */
  readonly remarks?: readonly string[];
  /** What replies took that came before this one and were of no use: paid for, and no part of `usage`. */
  readonly discarded?: Usage;
};

/** A piece of a reply while it comes in; for views only, never journaled. */
export type Delta = { readonly kind: 'text' | 'reasoning' | 'call'; readonly text: string };

export type CompleteOptions = {
  readonly signal: AbortSignal;
  readonly onDelta?: (delta: Delta) => void;
  /** Told before each wait for a rate limit, a retry or a budget. */
  readonly onWait?: OnWait;
  /** Whose call this is, for fairness at the rate gate: a role's name. */
  readonly lane?: string;
  /** Where a failed call is worth less patience than the model's own: the smaller of both counts. */
  readonly retries?: Partial<RetryPolicy>;
};

/** The most that one call may take, before it is made. `usd` is null where the price is unknown. */
export type Estimate = { readonly input: number; readonly output: number; readonly usd: number | null };

/**
 * A model that answers. `complete` rejects with ModelError, with LimitReached when a budget refuses the call, or with
 * the signal's reason when aborted.
 */
export type Model = {
  /** Alias or wire name, as people read it. */
  readonly name: string;
  /** Context window in tokens, where known; may become known by an overflow. */
  readonly window?: number | undefined;
  /** Where absent, calls of this model count as free. */
  estimate?(request: Request): Estimate;
  complete(request: Request, options: CompleteOptions): Promise<Reply>;
};
