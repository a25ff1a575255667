import type { Compat, ModelEntry } from '../entry.ts';
import type { Origin } from '../inbound/vendor.ts';
import type { Lessons } from '../lessons.ts';
import { compatOf, profileOf } from '../profile.ts';

/** All that decides how a request is written: the entry, its vendor's profile, and what refusals have taught. */
export type Setup = {
  readonly entry: ModelEntry;
  readonly compat: Compat;
  readonly lessons: Lessons;
  readonly origin: Origin;
};

export const setupOf = (entry: ModelEntry, lessons: Lessons): Setup => ({
  entry,
  lessons,
  compat: { ...compatOf(entry), ...lessons.compat },
  origin: { vendor: profileOf(entry) ?? entry.baseUrl, model: entry.model },
});
