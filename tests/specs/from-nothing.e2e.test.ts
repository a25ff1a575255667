import { expect, test } from 'vitest';
import { testSpec } from './test-spec.ts';
import { fromNothing } from './from-nothing.ts';

const ran = testSpec('from-nothing', fromNothing);

test('turns a check that could not pass into one that does', () => {
  const { report } = ran();
  expect(report.baseline).toMatchObject({ result: { status: 'failed', exitCode: 1 } });
  expect(report.final).toMatchObject({ weight: 'green', result: { status: 'passed', exitCode: 0 } });
});

test('shows the reviewer what the script printed', () => {
  const [, brief] = ran().conversation('c1.a1.reviewer');
  expect(brief?.text).toContain('\n0\n1\n1\n2\n3\n5\n8\n13\n21\n34\n');
});

test('counts exactly, and refuses what is no number', async () => {
  const { report, command } = ran();
  expect((await command(report.head, 'node fib.js 100 | tail -n 1')).stdout).toBe('218922995834555169026');
  expect(await command(report.head, 'node fib.js ten')).toMatchObject({ exitCode: 2, stdout: '' });
});
