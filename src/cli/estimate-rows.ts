import type { Run } from '../domain/run.ts';
import type { Spend } from '../domain/usage.ts';
import { count, dollars, money, tokens } from '../view/figures.ts';
import { blank, faint, row, strong, warn, type Row } from '../view/row.ts';
import { spendFact } from '../view/spend-fact.ts';
import type { Estimate } from './estimate.ts';

/** The estimate for reading: what it rests on is said with it, and an unknown price is no zero. */
export function estimateRows(
  { low, high, worst }: Estimate,
  run: Pick<Run, 'progress' | 'settings' | 'spent'>,
): Row[] {
  const { attempts } = run.settings;
  const unknown = worst.unpriced > 0;
  return [
    blank,
    row(
      strong('Estimate'),
      ` for ${count(run.progress.length, 'checkpoint')}; planning: ${money(run.spent)}`,
    ),
    row(
      '  likely      ',
      range(low, high),
      faint(` · ${String(low.calls)} to ${count(high.calls, 'call')}, ${size(low)} to ${size(high)}`),
    ),
    row(
      '  at worst    ',
      cost(worst),
      faint(` · all ${count(attempts, 'attempt')} of each take all their turns with a full window`),
    ),
    ...(unknown
      ? [
          row(
            '  ',
            warn('Prices are missing'),
            ': give the models a price in agents.yaml, and the money can be told.',
          ),
        ]
      : [row('  Nothing is certain about it but a limit: orchestrate resume --budget USD')]),
  ];
}

function range(low: Spend, high: Spend): string {
  return isUnknown(high) ? 'cost unknown' : `${dollars(low.usd)} to ${dollars(high.usd)}${partly(high)}`;
}

const cost = (spent: Spend): string =>
  isUnknown(spent) ? 'cost unknown' : `${dollars(spent.usd)}${partly(spent)}`;

const isUnknown = ({ calls, unpriced }: Spend): boolean => calls > 0 && calls === unpriced;
const partly = ({ unpriced }: Spend): string =>
  unpriced === 0 ? '' : ` and ${count(unpriced, 'call')} of unknown price`;
const size = ({ input, output }: Spend): string => `${tokens(input + output)} tokens`;

/** The same as one record for programs. */
export const estimateLine = ({ low, high, worst }: Estimate): string =>
  JSON.stringify({ type: 'estimate', low: spendFact(low), high: spendFact(high), worst: spendFact(worst) });
