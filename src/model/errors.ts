import type { Usage } from '../domain/usage.ts';

/** Every way a call to a model can fail. */
export type ErrorKind =
  | 'overflow'
  | 'truncated'
  | 'content_filter'
  | 'quota'
  | 'rate_limit'
  | 'auth'
  | 'not_found'
  | 'bad_request'
  | 'bad_arguments'
  | 'unsupported'
  | 'server'
  | 'protocol'
  | 'timeout'
  | 'connection';

/** A failed call, told in words a person can act on; `message` carries no raw internals and at most 1200 characters. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly kind: ErrorKind;
  readonly status: number | undefined;
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Where this failure's nature is known better than its kind tells: repeating is of no use, or worth one try. */
  readonly repeat: 'never' | 'once' | undefined;
  /** The reply was whole and held nothing: words to the model may help where asking again did not. */
  readonly empty: boolean;
  /** What the failed call took, where the server told. */
  readonly usage: Usage | undefined;

  constructor(kind: ErrorKind, message: string, details: ModelErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.repeat = details.repeat;
    this.empty = details.empty ?? false;
    this.usage = details.usage;
  }
}

export type ModelErrorDetails = {
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly repeat?: 'never' | 'once' | undefined;
  readonly empty?: boolean;
  readonly usage?: Usage | undefined;
  readonly cause?: unknown;
};

/** The same failure in other words, or with other details. */
export function restated(
  error: ModelError,
  { message = error.message, ...details }: ModelErrorDetails & { readonly message?: string },
): ModelError {
  const { kind, status, retryAfterMs, repeat, empty, usage, cause } = error;
  return new ModelError(kind, message, { status, retryAfterMs, repeat, empty, usage, cause, ...details });
}

/** The same failure, carrying what all tries together took. */
export const charged = (error: ModelError, usage: Usage): ModelError => restated(error, { usage });

/** Whether the same request may succeed later. */
export function retryable({ kind, repeat }: Pick<ModelError, 'kind' | 'repeat'>): boolean {
  if (repeat !== undefined) {
    return repeat === 'once';
  }
  switch (kind) {
    case 'rate_limit':
    case 'server':
    case 'protocol':
    case 'timeout':
    case 'connection':
      return true;
    case 'overflow':
    case 'truncated':
    case 'content_filter':
    case 'quota':
    case 'auth':
    case 'not_found':
    case 'bad_request':
    case 'bad_arguments':
    case 'unsupported':
      return false;
  }
}

/** A budget refused a call before it was made. Not a failure of the model: the run pauses. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
  readonly limit: 'usd' | 'tokens' | 'minutes';
  readonly scope: 'run' | 'checkpoint' | 'attempt';
  /** What the limit would have to be for the call that was refused; null where nobody knows. */
  readonly needs: number | null;

  constructor(
    limit: LimitReached['limit'],
    scope: LimitReached['scope'],
    message: string,
    needs: number | null = null,
  ) {
    super(message);
    this.needs = needs;
    this.limit = limit;
    this.scope = scope;
  }
}
