import { isRecord, type Path } from './located.ts';

const LONGEST = 60;

/** A received value for a message: short, and never one that may be a key. */
export function showValue(value: unknown, path: Path): string {
  if (value === undefined || value === null) {
    return 'nothing';
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? 'an empty list' : `a list of ${String(value.length)}`;
  }
  if (isRecord(value)) {
    const keys = Object.keys(value);
    return keys.length === 0 ? 'an empty mapping' : shorten(`a mapping of ${keys.join(', ')}`);
  }
  if (path.some((part) => namesSecret(String(part)))) {
    return 'not shown';
  }
  return shorten(JSON.stringify(value));
}

/** Does a setting or variable of this name hold something that must never be shown? */
export function namesSecret(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  // `PWD` alone is the folder that a shell is in.
  return (
    words.some((word) => SECRET_WORDS.has(word) || SECRET_END.test(word)) ||
    (words.length > 1 && words.includes('pwd'))
  );
}

const SECRET_WORDS = new Set(
  'key keys secrets pass passphrase pat jwt dsn bearer credential credentials auth authorization cookie headers'.split(
    ' ',
  ),
);
/** Also at the end of words that nothing divides, as in `PGPASSWORD`. */
const SECRET_END = /(?:password|passwd|token|secret|apikey)$/;

const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
