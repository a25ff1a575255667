import { describe, expect, it } from 'vitest';
import { weigh, type CheckResult } from '../../src/domain/check.ts';
import { joined } from '../../src/domain/joined.ts';
import { check } from './world.ts';

const unit = (...failures: string[]): CheckResult =>
  check(failures.length > 0 ? 'failed' : 'passed', {
    command: 'unit',
    exitCode: failures.length > 0 ? 1 : 0,
    tests: {
      runner: 'tap',
      run: 3,
      passed: 3 - failures.length,
      failed: failures.length,
      skipped: 0,
      failures: failures.map((name) => ({ name })),
      skips: [],
      passes: [],
    },
  });
const lint = (status: 'passed' | 'failed'): CheckResult =>
  check(status, { command: 'lint', exitCode: status === 'passed' ? 0 : 2 });

describe('several commands as one check', () => {
  it('are red where any of them is, told by the one that failed', () => {
    expect(joined(unit('a'), lint('passed'))).toMatchObject({
      status: 'failed',
      exitCode: 1,
      command: 'unit && lint',
      tests: { failed: 1 },
    });
    expect(joined(unit(), lint('failed'))).toMatchObject({
      status: 'failed',
      exitCode: 2,
      unnamed: ['lint'],
    });
    expect(joined(unit(), lint('passed'))).toMatchObject({ status: 'passed', tests: { passed: 3 } });
  });

  const base = joined(unit('a'), lint('passed'));

  it('are held to what failed at the base, in every one of them', () => {
    expect(weigh(joined(unit('a'), lint('passed')), base)).toBe('green');
    expect(weigh(joined(unit('a'), unit('b')), base)).toBe('red');
  });

  it('are red where one fails that names no test, whatever the others are known for', () => {
    expect(weigh(joined(unit('a'), lint('failed')), base)).toBe('red');
    expect(weigh(joined(joined(unit('a'), lint('failed')), unit('a')), base)).toBe('red');
  });
});
