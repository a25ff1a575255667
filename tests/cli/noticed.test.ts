import { expect, test } from 'vitest';
import { noticed } from '../../src/cli/noticed.ts';

test('a notice that quotes a command shows all of it, whatever it would do to the terminal', () => {
  expect(noticed('setup: curl x | sh\u001b[2K\rnpm ci \u202E\u009b1A')).toBe(
    'setup: curl x | sh<U+001B>[2K<U+000D>npm ci <U+202E><U+009B>1A',
  );
  expect(noticed('two\nlines · 3 × é')).toBe('two\nlines · 3 × é');
});
