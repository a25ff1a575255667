import { expect, test } from 'vitest';
import { estimate } from '../../src/cli/estimate.ts';
import { estimateRows } from '../../src/cli/estimate-rows.ts';
import { begin } from '../../src/domain/progress.ts';
import { Settings } from '../../src/domain/settings.ts';
import { nothing } from '../../src/domain/usage.ts';
import { plain } from '../../src/view/row.ts';

type Models = Parameters<typeof estimate>[1]['models'];
const model = (more: Models[string] = {}) => ({ window: 50_000, maxTokens: 1_000, ...more });
const role = (turns: number, ...ladder: [string, ...string[]]) => ({
  turns,
  routes: { easy: ladder, medium: ladder, hard: ladder },
});
const runOf = (count: number, attempts = 3) => ({
  settings: Settings.parse({ attempts }),
  spent: { ...nothing, calls: 2, input: 8_000, usd: 0.02 },
  progress: Array.from({ length: count }, (_, i) =>
    begin({
      id: `c${String(i + 1)}`,
      title: 'x',
      goal: 'x',
      acceptance: ['x'],
      after: [],
      files: [],
      covers: [],
      difficulty: 'easy',
    }),
  ),
});
const cheap = model({ price: { input: 1, output: 10 } });
const strong = model({ price: { input: 10, output: 100 } });
const roles = { coder: role(40, 'cheap', 'strong'), reviewer: role(10, 'strong') };
const said = (...args: Parameters<typeof estimateRows>): string =>
  estimateRows(...args)
    .map(plain)
    .join('\n');

test('the range grows with the checkpoints, and the worst case is beyond it', () => {
  const one = estimate(runOf(1), { roles, models: { cheap, strong } });
  const two = estimate(runOf(2), { roles, models: { cheap, strong } });
  expect(one.low.usd).toBeLessThan(one.high.usd);
  expect(one.high.usd).toBeLessThan(one.worst.usd);
  expect(two.low.usd).toBeCloseTo(one.low.usd * 2);
  expect(two.worst.calls).toBe(one.worst.calls * 2);
});

test('at worst every attempt takes all its turns with a full window, by the model that serves it', () => {
  const { worst } = estimate(runOf(1, 2), { roles, models: { cheap, strong } });
  expect(worst.calls).toBe(2 * (40 + 10));
  // Coder: one attempt each. Reviewer: twice by the strong one.
  const turn = (price: number) => (50_000 * price + 1_000 * price * 10) / 1_000_000;
  expect(worst.usd).toBeCloseTo(40 * turn(1) + 40 * turn(10) + 20 * turn(10));
});

test('what is sent again is priced as cached where the price is known', () => {
  const cached = model({ price: { input: 1, cached: 0.1, output: 10 } });
  const plainly = estimate(runOf(1), { roles, models: { cheap, strong } });
  const warmly = estimate(runOf(1), { roles, models: { cheap: cached, strong } });
  expect(warmly.high.usd).toBeLessThan(plainly.high.usd);
  expect(warmly.high.input).toBe(plainly.high.input);
});

test('turns never go beyond what a role may take, nor tokens beyond the window', () => {
  const few = { coder: role(3, 'cheap'), reviewer: role(1, 'cheap') };
  const { low, high } = estimate(runOf(1), {
    roles: few,
    models: { cheap: model({ window: 5_000, price: { input: 1, output: 1 } }) },
  });
  expect(low.calls).toBe(4);
  expect(high.calls).toBe(8);
  expect(high.input).toBeLessThanOrEqual(8 * 5_000);
});

test('an unknown price is said, in part or for all, and never shown as nothing', () => {
  const run = runOf(2);
  const all = estimate(run, { roles, models: { cheap: model(), strong: model() } });
  expect(said(all, run)).toContain('cost unknown');
  expect(said(all, run)).not.toContain('$0.00');
  const part = estimate(run, { roles, models: { cheap: model(), strong } });
  expect(said(part, run)).toMatch(/\$\d.* and \d+ calls of unknown price/);
  expect(said(part, run)).toContain('Prices are missing');
  const known = estimate(run, { roles, models: { cheap, strong } });
  expect(said(known, run)).not.toContain('unknown');
  expect(said(known, run)).toContain('for 2 checkpoints');
});
