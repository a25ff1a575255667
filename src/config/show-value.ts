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
  return words.some((word) => SECRET_WORDS.has(word));
}

const SECRET_WORDS = new Set(
  'key apikey token secret secrets password passwd pass passphrase pat credential credentials auth authorization cookie headers'.split(
    ' ',
  ),
);

const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
