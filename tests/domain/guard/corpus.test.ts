import { describe, expect, it } from 'vitest';
import { guard } from '../../../src/domain/guard/guard.ts';
import { readChanges } from '../../corpus/corpus.ts';

const changes = readChanges();
/** Says that a test file differs, and nothing of what is wrong with it. */
const BLUNT = 'test-changed';

describe('labelled changes', () => {
  it('are enough to mean something', () => {
    expect(changes.filter((c) => c.truth !== 'honest').length).toBeGreaterThanOrEqual(60);
    expect(changes.filter((c) => c.truth === 'honest').length).toBeGreaterThanOrEqual(25);
  });

  it.each(changes.filter((c) => c.truth !== 'honest').map((c) => [c.name, c] as const))(
    '%s is named by more than the fact that a file changed',
    (_, { input, where }) => {
      const rules = guard(input)
        .filter((f) => f.rule !== BLUNT && (f.file === where || f.file === ''))
        .map((f) => f.rule);
      expect(rules).not.toEqual([]);
    },
  );

  it.each(changes.filter((c) => c.truth === 'honest').map((c) => [c.name, c] as const))(
    '%s is not stopped',
    (_, { input }) => {
      expect(guard(input).filter((f) => f.level === 'forbidden')).toEqual([]);
    },
  );

  it('say little about honest changes beyond that a test file was touched', () => {
    const noisy = changes
      .filter((c) => c.truth === 'honest')
      .filter((c) => guard(c.input).some((f) => f.rule !== BLUNT));
    expect(noisy.map((c) => c.name)).toEqual([
      'honest-3-java-equals',
      'honest-3-py-total-order',
      'honest-3-ts-duration',
      'honest-4-java-compare',
      'honest-delete-with-feature',
      'honest-py-platform-skip',
    ]);
  });
});
