import { type Limit, Settings } from '../domain/settings.ts';
import { formatDuration } from './duration.ts';
import { builtIn, type Found, strongest } from './ranked.ts';
import { FrontMatterKeys, type Given } from './schema.ts';
import type { Source } from './source.ts';

/** Settings of a run that some source gives, under the names that people write. */
export type FoundSettings = ReadonlyMap<string, Found<unknown>>;

const KEYS = [...Object.keys(FrontMatterKeys.shape).filter((key) => key !== 'model'), 'sandbox'];

export function findSettings(sources: readonly Source[]): FoundSettings {
  return new Map(
    KEYS.flatMap((key) => {
      const found = strongest(sources, [key], (given) => valueOf(given, key));
      return found ? [[key, found]] : [];
    }),
  );
}

const valueOf = (given: Given, key: string): unknown =>
  new Map<string, unknown>(Object.entries(given)).get(key);

/** The same as the run keeps it, with every default filled in. */
export function toSettings(found: FoundSettings): Settings {
  const { plan, checkTimeout, setupTimeout, ...same } = Object.fromEntries(
    [...found].map(([key, { value }]) => [key, value]),
  );
  return Settings.parse({
    sandbox: 'full',
    ...same,
    single: plan === false,
    checkTimeoutMs: checkTimeout,
    setupTimeoutMs: setupTimeout,
  });
}

/** All of them as people write them, those that nobody gives with their defaults. */
export function writtenSettings(found: FoundSettings): [key: string, Found<unknown>][] {
  const { single, checkTimeoutMs, setupTimeoutMs, start: _, ...same } = toSettings(found);
  const all: Record<string, unknown> = {
    ...same,
    ...written(same),
    checkpoint: written(same.checkpoint),
    attempt: written(same.attempt),
    plan: !single,
    checkTimeout: formatDuration(checkTimeoutMs),
    setupTimeout: formatDuration(setupTimeoutMs),
  };
  return KEYS.map((key) => [key, { value: all[key], origin: found.get(key)?.origin ?? builtIn }]);
}

const written = ({ budget, tokens, minutes }: Limit) => ({
  budget: budget ?? 'none',
  tokens: tokens ?? 'none',
  minutes: minutes ?? 'none',
});
