import { numberOf } from '../json.ts';

/** How long a server asks to wait, in milliseconds, from whatever it says so with. */
export function retryAfterOf(headers: Headers | undefined, body: unknown, now: number): number | undefined {
  return (
    (headers && (fromRetryAfter(headers, now) ?? fromResets(headers, now))) ??
    fromWords(typeof body === 'string' ? body : JSON.stringify(body ?? ''))
  );
}

function fromRetryAfter(headers: Headers, now: number): number | undefined {
  const ms = numberOf(headers.get('retry-after-ms'));
  if (ms !== undefined) {
    return Math.max(0, ms);
  }
  const value = headers.get('retry-after');
  return value === null ? undefined : (durationOf(value, now) ?? undefined);
}

const resets = ['requests', 'tokens', 'input-tokens', 'output-tokens'] as const;
const prefixes = ['x-ratelimit', 'anthropic-ratelimit'] as const;

/** Of several limits the one that is used up counts; where none says so, the longest. */
function fromResets(headers: Headers, now: number): number | undefined {
  const limits = limitsIn(headers, now);
  const spent = limits.filter(({ remaining }) => remaining === 0);
  const waits = (spent.length > 0 ? spent : limits).map(({ resetMs }) => resetMs);
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

export type LimitState = {
  readonly of: 'requests' | 'tokens';
  readonly remaining: number | undefined;
  readonly resetMs: number;
};

/** The limits that response headers tell of. */
export function limitsIn(headers: Headers, now: number): LimitState[] {
  const named = prefixes.flatMap((prefix) =>
    resets.map((of) => ({
      of,
      reset: headers.get(`${prefix}-reset-${of}`) ?? headers.get(`${prefix}-${of}-reset`),
      remaining: headers.get(`${prefix}-remaining-${of}`) ?? headers.get(`${prefix}-${of}-remaining`),
    })),
  );
  const bare = ['x-ratelimit', 'ratelimit'].map((prefix) => ({
    of: 'requests' as const,
    reset: headers.get(`${prefix}-reset`),
    remaining: headers.get(`${prefix}-remaining`),
  }));
  return [...named, ...bare].flatMap(({ of, reset, remaining }) => {
    const resetMs = reset === null ? undefined : durationOf(reset, now);
    return resetMs === undefined
      ? []
      : [{ of: of === 'requests' ? of : 'tokens', remaining: numberOf(remaining), resetMs }];
  });
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const EPOCH_SECONDS = 1e9;
const EPOCH_MS = 1e12;

/** "20", "1.2s", "6m0s", "80ms", an HTTP or ISO date, or a point in time since 1970: as milliseconds from now. */
export function durationOf(value: string, now: number): number | undefined {
  const text = value.trim();
  const number = numberOf(text);
  if (number !== undefined) {
    const ms =
      number >= EPOCH_MS ? number - now : number >= EPOCH_SECONDS ? number * 1000 - now : number * 1000;
    return Math.max(0, ms);
  }
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)/gy)];
  if (parts.length > 0 && parts.map(([all]) => all).join('').length === text.length) {
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0), 0);
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const WORDS =
  /(?:(?:re)?try(?:ing)?(?: again)?|wait|available|resets?|available again)\s*(?:in|after|for|at least)?\s*(?:about|approximately)?\s*((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\s*)+)/i;
const FIELDS = /"?retry_?(?:delay|after)(?:_seconds)?\\?"?\s*:\s*\\?"?(\d+(?:\.\d+)?)\s*(ms|s)?/i;

function fromWords(text: string): number | undefined {
  const field = FIELDS.exec(text);
  if (field) {
    return Number(field[1]) * (unitMs[field[2] ?? 's'] ?? 1000);
  }
  const words = WORDS.exec(text.slice(0, 4000))?.[1];
  const parts = words === undefined ? [] : [...words.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)];
  return parts.length === 0
    ? undefined
    : parts.reduce((sum, [, count, unit]) => sum + Number(count) * unitOf(unit ?? ''), 0);
}

function unitOf(word: string): number {
  const unit = word.toLowerCase();
  if (unit === 'ms' || unit.startsWith('milli')) {
    return 1;
  }
  return unitMs[unit.charAt(0)] ?? 1000;
}
