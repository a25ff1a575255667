import type { z } from 'zod';

/** More than these are no slips. */
const MOST_MENDS = 500;

/**
 * Reads an input as models mean it: a null for a key that is left out (providers with strict schemas ask for it), numbers,
 * truth values and lists that came as text, a number where a name or a text is asked for, one in place of a list of one.
 * The schema says what it expected; anything else stays, for it to refuse.
 */
export function parseMeant<S extends z.ZodType>(schema: S, raw: unknown): z.ZodSafeParseResult<z.output<S>> {
  const plain = schema.safeParse(raw);
  if (plain.success) {
    return plain;
  }
  const wrong = plain.error.issues.flatMap((issue) =>
    issue.code === 'invalid_type' ? [{ path: issue.path, expected: issue.expected }] : [],
  );
  if (wrong.length === 0 || wrong.length > MOST_MENDS) {
    return plain;
  }
  const input = structuredClone(raw);
  for (const { path, expected } of wrong) {
    mend(input, path, expected);
  }
  const mended = schema.safeParse(input);
  return mended.success ? mended : plain;
}

/** Changes what stands at the end of the path, where it means what was expected. */
function mend(input: unknown, path: readonly PropertyKey[], expected: string): void {
  const key = path.at(-1);
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, step) => (isHolder(at) ? at[step] : undefined), input);
  if (key === undefined || !isHolder(holder)) {
    return;
  }
  const value = holder[key];
  if (value === null) {
    delete holder[key];
  } else {
    holder[key] = meant(value, expected);
  }
}

const isHolder = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

function meant(value: unknown, expected: string): unknown {
  if (expected === 'string') {
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  }
  const held = typeof value === 'string' ? fromJson(value) : undefined;
  if (held !== undefined && isOf(held, expected)) {
    return held;
  }
  return expected === 'array' && value !== undefined ? [value] : value;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isOf(value: unknown, expected: string): boolean {
  switch (expected) {
    case 'array':
      return Array.isArray(value);
    case 'int':
      return typeof value === 'number';
    case 'object':
    case 'record':
      return typeof value === 'object' && !Array.isArray(value);
    default:
      return typeof value === expected;
  }
}
