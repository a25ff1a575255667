/** Keys and list positions from the top of a text to one of its values. */
export type Path = readonly (string | number)[];

/** A value, and where each part of it was written. */
export type Located = {
  readonly value: unknown;
  /** Where the key or the value at `path` stands; the nearest part around it where there is none. */
  place(path: Path, of: 'key' | 'value'): string;
  /** A place names its key already, as `--parallel` does. */
  readonly placeNamesKey?: boolean;
};

/** `roles.coder.model[1]` */
export const dotted = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${String(part)}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

export function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const part of path) {
    found =
      isRecord(found) || Array.isArray(found)
        ? Object.entries(found).find(([k]) => k === String(part))?.[1]
        : undefined;
  }
  return found;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
