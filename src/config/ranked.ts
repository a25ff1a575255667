import type { Path } from './located.ts';
import type { Given } from './schema.ts';
import { RANKS, type Source, type SourceKind } from './source.ts';

export type Origin = { readonly source: SourceKind; readonly place: string };

/** A setting in force, and who said so. */
export type Found<T> = { readonly value: T; readonly origin: Origin };

export const builtIn: Origin = { source: 'default', place: 'built in' };

/** Strongest first; of several of one kind the first one given is the strongest. */
export const ranked = (sources: readonly Source[]): Source[] =>
  sources.toSorted((a, b) => RANKS.indexOf(a.kind) - RANKS.indexOf(b.kind));

/** What the strongest source that says anything says. */
export function strongest<T>(
  sources: readonly Source[],
  path: Path,
  pick: (given: Given) => T | undefined,
): Found<T> | undefined {
  for (const source of sources) {
    const value = pick(source.given);
    if (value !== undefined) {
      return { value, origin: { source: source.kind, place: source.place(path) } };
    }
  }
  return undefined;
}
