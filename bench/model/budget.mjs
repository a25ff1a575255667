// How far eight workers overshoot a budget of money: calls take up to what was reserved for them, or more.
// Run after `npm run build`: node bench/model/budget.mjs
import { createBudget } from '../../dist/lib/model/budget.js';
import { LimitReached } from '../../dist/lib/model/errors.js';
import { metered } from '../../dist/lib/model/metered.js';

const WORKERS = 8;
const LIMIT = 1;
const ESTIMATE = 0.02;

async function run(label, costOf) {
  const budget = createBudget({ limits: { run: { usd: LIMIT } } });
  let calls = 0;
  let largest = 0;
  const model = {
    name: 'm',
    estimate: () => ({ input: 1000, output: 100, usd: ESTIMATE }),
    async complete() {
      calls++;
      await new Promise((resolve) => setTimeout(resolve, 2 + Math.random() * 5));
      const usd = costOf();
      largest = Math.max(largest, usd);
      return {
        message: { role: 'assistant', text: 'ok', calls: [] },
        usage: { input: 1000, cached: 0, output: 100, usd },
        model: 'm',
        finish: 'stop',
      };
    },
  };
  const limited = metered(model, budget);
  const { signal } = new AbortController();
  let stopped = 0;
  const work = async () => {
    for (;;) {
      try {
        await limited.complete({ messages: [], tools: [] }, { signal });
      } catch (error) {
        if (error instanceof LimitReached) {
          stopped++;
          return;
        }
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const spent = budget.spent().spend.usd;
  process.stdout.write(
    `${label}: ${calls} calls, spent $${spent.toFixed(4)} of $${LIMIT.toFixed(2)}, overshoot $${Math.max(0, spent - LIMIT).toFixed(4)} ` +
      `(in flight at most ${WORKERS} x $${largest.toFixed(4)} = $${(WORKERS * largest).toFixed(4)}); ${stopped} of ${WORKERS} workers paused\n`,
  );
}

await run('calls within their estimate     ', () => ESTIMATE * (0.2 + 0.8 * Math.random()));
await run('calls at three times the estimate', () => ESTIMATE * 3);
