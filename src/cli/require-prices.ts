import type { Configuration } from '../config/effective.ts';
import { ConfigError } from '../config/problem.ts';
import type { Settings } from '../domain/settings.ts';

type Priced = Pick<Configuration, 'models' | 'entries'>;

/** Where money is limited, every model has a price; else a ConfigError that shows the lines to add. */
export function requirePrices({ models, entries }: Priced, settings: Settings): void {
  const limit = moneyLimit(settings);
  const unpriced = Object.values(models).filter(({ price }) => price === undefined);
  if (limit === undefined || unpriced.length === 0) {
    return;
  }
  throw new ConfigError(
    unpriced.map(({ name }) => {
      const origin = entries.find(({ key }) => key === `models.${name}`)?.origin;
      return {
        key: `models.${name}.price`,
        place: origin?.place ?? 'agents.yaml',
        message: `${limit} cannot be kept, because nobody knows the price of ${name}. ${wayOut(name)}`,
      };
    }),
  );
}

function moneyLimit({ budget, checkpoint, attempt }: Settings): string | undefined {
  const limits = [
    ['the run', budget],
    ['a checkpoint', checkpoint.budget],
    ['an attempt', attempt.budget],
  ] as const;
  const [of, usd] = limits.find(([, limit]) => limit !== null) ?? [];
  return of === undefined ? undefined : `the budget of $${String(usd)} for ${of}`;
}

/** Prices are US dollars for a million tokens. */
const wayOut = (name: string): string =>
  [
    'Add its price, in US dollars for a million tokens (0 where it costs nothing), or leave the budget out:',
    '  models:',
    `    ${/^[\w./-]+$/.test(name) ? name : JSON.stringify(name)}:`,
    '      price: { input: 0.25, output: 2 }',
  ].join('\n');
