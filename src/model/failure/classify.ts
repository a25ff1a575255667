import type { ModelEntry } from '../entry.ts';
import { type ErrorKind, ModelError, restated, retryable } from '../errors.ts';
import { HttpFailure } from '../transport/client.ts';
import { rules } from './kinds.ts';
import { codesOf, type ReportedFailure, wordsOf } from './reported.ts';
import { retryAfterOf } from './waits.ts';

const LONGEST_MESSAGE = 1000;
const LONGEST_LOOK = 8000;

/** A failure that a server reported, as the error of its kind. Keeps the report for what can be learned from it. */
export class RefusedError extends ModelError {
  readonly report: ReportedFailure;

  constructor(
    kind: ErrorKind,
    message: string,
    details: ConstructorParameters<typeof ModelError>[2],
    report: ReportedFailure,
  ) {
    super(kind, message, details);
    this.report = report;
  }
}

export function refused(report: ReportedFailure, entry: ModelEntry, url: string): RefusedError {
  const words = wordsOf(report.body);
  const told = {
    status: report.status,
    words: words.toLowerCase(),
    codes: codesOf(report.body),
    body: JSON.stringify(report.body ?? '')
      .slice(0, LONGEST_LOOK)
      .toLowerCase(),
  };
  const rule = rules.find(({ fits }) => fits(told));
  const kind = rule?.kind ?? 'server';
  const says = report.headers?.get('x-should-retry');
  return new RefusedError(
    kind,
    messageOf({ words, kind, status: report.status, url, entry }),
    {
      status: report.status,
      retryAfterMs: retryAfterOf(report.headers, report.body, Date.now()),
      repeat: repeatOf(says, kind) ?? rule?.repeat,
    },
    report,
  );
}

/** The server may say whether to repeat; what repeats anyway needs no telling. */
function repeatOf(says: string | null | undefined, kind: ErrorKind): 'never' | 'once' | undefined {
  if (says === 'false') {
    return 'never';
  }
  return says === 'true' && !retryable({ kind, repeat: undefined }) ? 'once' : undefined;
}

/** Whatever a request threw, as a ModelError that shows neither keys nor internals. */
export function asModelError(error: unknown, entry: ModelEntry, url: string): ModelError {
  if (error instanceof HttpFailure) {
    return refused(error, entry, url);
  }
  if (error instanceof RefusedError) {
    return error;
  }
  if (error instanceof ModelError) {
    return restated(error, { message: `${entry.name}: ${error.message}` });
  }
  return new ModelError('connection', `${entry.name}: ${connectionWords(error)} (${url})`, { cause: error });
}

function messageOf(of: {
  words: string;
  kind: ErrorKind;
  status: number | undefined;
  url: string;
  entry: ModelEntry;
}): string {
  const { words, kind, status, url, entry } = of;
  const head = `${entry.name}: ${status === undefined ? '' : `HTTP ${String(status)}: `}`;
  const said = words === '' ? 'no reason given' : clean(words, entry);
  const hint = kind === 'not_found' ? ` (asked ${url} for model ${entry.model})` : '';
  return `${head}${said}${hint}`;
}

function clean(words: string, { apiKey, headers = {} }: ModelEntry): string {
  const text = redact(words, [apiKey, ...Object.values(headers)]).replace(/\s+/g, ' ');
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)} …` : text;
}

const SHORTEST_KEY = 6;

/** Takes the keys, and whatever looks like one, out of a text. */
export const redact = (text: string, keys: readonly string[]): string =>
  keys
    .filter((key) => key.length >= SHORTEST_KEY)
    .reduce((left, key) => left.replaceAll(key, '***'), text)
    .replace(/\b(sk|key|gsk|xai)-[\w-]{12,}/g, '$1-***');

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: nothing listens there',
  ECONNRESET: 'the connection was closed by the server',
  UND_ERR_SOCKET: 'the connection was closed by the server',
  ENOTFOUND: 'connection failed: the host name is unknown',
  EAI_AGAIN: 'connection failed: the host name could not be looked up',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'connection timed out: no answer',
  UND_ERR_BODY_TIMEOUT: 'connection timed out: no data',
};

function connectionWords(error: unknown): string {
  const chain: unknown[] = [];
  for (let at: unknown = error; at instanceof Error && chain.length < 6; at = at.cause) {
    chain.push('code' in at ? at.code : '');
  }
  const code = chain.find((c): c is string => typeof c === 'string' && c !== '');
  return code === undefined ? 'the connection failed' : (causes[code] ?? `the connection failed (${code})`);
}
