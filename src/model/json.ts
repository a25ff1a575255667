/** Looks at values from the wire whose shape nobody promises. */
export type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): Json | undefined => (isJson(value) ? value : undefined);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The text, where it is one with something in it: an empty string stands for "nothing" all over the wire. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A finite number, also where it came as text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Deeper than anybody means it: whatever walks over such a value, to copy or to write it, would run out of stack. */
const DEEPEST = 200;

/** Undefined also for a value too deep to be worked with. */
export function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > 2 * DEEPEST && isTooDeep(value) ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** Level by level: it has no stack to run out of. */
function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isHolder);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === DEEPEST) {
      return true;
    }
    level = level.flatMap((holder) => Object.values(holder).filter(isHolder));
  }
  return false;
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const isEmptyObject = (value: unknown): boolean => {
  const object = objectOf(value);
  return object !== undefined && Object.keys(object).length === 0;
};
