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

export function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

export const isEmptyObject = (value: unknown): boolean => {
  const object = objectOf(value);
  return object !== undefined && Object.keys(object).length === 0;
};
