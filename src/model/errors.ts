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

  constructor(
    kind: ErrorKind,
    message: string,
    details: { status?: number; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** A budget refused a call before it was made. Not a failure of the model: the run pauses. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
  readonly limit: 'usd' | 'tokens' | 'minutes';
  readonly scope: 'run' | 'checkpoint' | 'attempt';

  constructor(limit: LimitReached['limit'], scope: LimitReached['scope'], message: string) {
    super(message);
    this.limit = limit;
    this.scope = scope;
  }
}
