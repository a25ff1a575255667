import { expect, test } from 'vitest';
import { demo } from './demo.ts';
import { testSpec } from './test-spec.ts';

const ran = testSpec('demo', demo);

const attempt = (id: string) =>
  ran()
    .report.checkpoints.flatMap((c) => c.attempts)
    .find((a) => a.id === id);

test('starts from a red test, and ends with it green', () => {
  const { report } = ran();
  expect(report.baseline?.result.tests).toMatchObject({ run: 5, failed: 1 });
  expect(report.final?.result.tests).toMatchObject({ run: 12, failed: 0 });
});

test('has the first discount sent back by the reviewer, although its check is no worse than before', () => {
  expect(attempt('c2.a1')).toMatchObject({
    fate: 'sent_back',
    checks: [{ weight: 'green' }],
    reviews: [{ decision: 'revise', findings: [{ file: 'src/discount.js', line: 3, severity: 'blocking' }] }],
  });
});

test('has the reviewer right: the discount that was sent back lets NaN through, and the one that landed does not', async () => {
  const { report, command } = ran();
  const ask = `node -e "import('./src/discount.js').then(({ discount }) => console.log(discount(1000, NaN)))"`;
  expect(await command(attempt('c2.a1')?.commit ?? '', ask)).toMatchObject({ exitCode: 0, stdout: 'NaN' });
  const landed = await command(report.head, ask);
  expect(landed.exitCode).toBe(1);
  expect(landed.stderr).toContain('RangeError: not a percentage from 0 to 100: NaN');
});

test('tells the second coder what was found, and nothing of the first conversation', () => {
  const [, brief] = ran().conversation('c2.a2.coder');
  expect(brief?.text).toContain('src/discount.js:3 NaN is not a number from 0 to 100');
  expect(JSON.stringify(ran().conversation('c2.a2.coder'))).not.toContain('Nothing is there yet');
  expect(attempt('c2.a2')).toMatchObject({ fate: 'landed', reviews: [{ decision: 'accept' }] });
});

test('begins the receipt after both of its parts have landed', () => {
  const { events } = ran();
  const at = (type: string, id: string): number =>
    events.findIndex((e) => e.type === type && 'attempt' in e && e.attempt === id);
  expect(at('attempt.started', 'c3.a1')).toBeGreaterThan(at('checkpoint.landed', 'c1.a1'));
  expect(at('attempt.started', 'c3.a1')).toBeGreaterThan(at('checkpoint.landed', 'c2.a2'));
  expect(at('attempt.started', 'c2.a1')).toBeLessThan(at('checkpoint.landed', 'c1.a1'));
});

test('prints a receipt', async () => {
  const { report, command } = ran();
  const print = `node -e "
      const cart = [{ name: 'Coffee', quantity: 2, cents: 250 }, { name: 'Cake', quantity: 1, cents: 320 }];
      import('./src/receipt.js').then(({ receipt }) => process.stdout.write(receipt(cart, 10)));"`;
  expect((await command(report.head, print)).stdout).toBe(
    [
      'Coffee    2 x 2.50   5.00',
      'Cake      1 x 3.20   3.20',
      'Discount      10 %  -0.82',
      'Total                7.38',
    ].join('\n'),
  );
});
