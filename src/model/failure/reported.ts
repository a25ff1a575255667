import { type Json, numberOf, objectOf, textOf } from '../json.ts';

/** A failure as a server told it: by status, or inside a 200. */
export type ReportedFailure = {
  /** Absent where it was told inside a 200 without a number. */
  readonly status: number | undefined;
  readonly body: unknown;
  readonly headers?: Headers;
};

/** The failure inside one event of a 200, if it holds one. */
export function failureIn(data: Json, eventName: string): ReportedFailure | undefined {
  const choice = objectOf((Array.isArray(data['choices']) ? data['choices'] : [])[0]);
  const told = [data['error'], choice?.['error']].find(isTold);
  if (told !== undefined) {
    return { status: statusIn(told) ?? statusIn(data), body: { error: told } };
  }
  const named = eventName === 'error' || data['type'] === 'error' || data['object'] === 'error';
  const bare =
    data['choices'] === undefined && data['type'] === undefined && isTold(data['detail'] ?? data['message']);
  return named || bare ? { status: statusIn(data), body: data } : undefined;
}

const isTold = (value: unknown): boolean =>
  textOf(value) !== undefined || (typeof value === 'object' && value !== null);

/** Codes such as "500", 400 or { status_code: 429 }; a code that is a word is no status. */
function statusIn(value: unknown): number | undefined {
  const error = objectOf(value);
  return ['code', 'status_code', 'status', 'http_status']
    .map((key) => numberOf(error?.[key]))
    .find((code) => code !== undefined && code >= 400 && code <= 599);
}

const MESSAGE_KEYS = ['message', 'msg', 'detail', 'details', 'error', 'error_description', 'reason', 'title'];

/** The words for people in an error body of whatever shape. */
export function wordsOf(body: unknown): string {
  if (typeof body === 'string') {
    return fromText(body);
  }
  if (Array.isArray(body)) {
    return body.map(fromEntry).filter(Boolean).join('; ');
  }
  const object = objectOf(body);
  if (!object) {
    return '';
  }
  const error = objectOf(object['error']);
  const raw = objectOf(error?.['metadata'])?.['raw'];
  const inner = raw === undefined ? '' : wordsOf(jsonOr(raw));
  const outer = MESSAGE_KEYS.map((key) => wordsOf(object[key])).find(Boolean) ?? '';
  return inner === '' || outer.includes(inner) ? outer : `${outer}: ${inner}`;
}

const jsonOr = (raw: unknown): unknown => {
  if (typeof raw !== 'string') {
    return raw;
  }
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return raw;
  }
};

/** One of a list of complaints: `{ loc: ["body", "messages", 0], msg }` names its place. */
function fromEntry(entry: unknown): string {
  const place = objectOf(entry)?.['loc'];
  const text = wordsOf(entry);
  return Array.isArray(place) ? `${place.map(String).join('.')}: ${text}` : text;
}

function fromText(text: string): string {
  const body = text.trim();
  if (!/^<(!doctype|html)/i.test(body)) {
    return body.startsWith('{') ? wordsOf(jsonOr(body) === body ? '' : jsonOr(body)) || body : body;
  }
  return /<title>([^<]{0,200})<\/title>/i.exec(body)?.[1]?.trim() ?? 'a web page instead of an answer';
}

/** The machine's words: codes and types at any of the usual places, in lower case. */
export function codesOf(body: unknown): string {
  const top = objectOf(Array.isArray(body) ? body[0] : body);
  const error = objectOf(top?.['error']);
  return [top, error]
    .flatMap((object) => ['code', 'type', 'status', 'param'].map((key) => textOf(object?.[key])))
    .filter((code) => code !== undefined)
    .join(' ')
    .toLowerCase();
}
