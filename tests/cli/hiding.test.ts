import { expect, onTestFinished, test, vi } from 'vitest';
import { processShell } from '../../src/cli/process.ts';

test('what is said to a person never holds a value that turned out to be a secret, in whatever form', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    written.mockRestore();
  });
  const key = 'zebra-7f3a9c1e2d4b';
  const shell = processShell();
  shell.err(`before ${key}\n`);
  shell.hide([key]);
  shell.err(`after ${key} ${Buffer.from(key).toString('base64')}\n`);
  expect(written.mock.calls.map(([text]) => text)).toEqual([`before ${key}\n`, 'after *** ***\n']);
  expect(shell.redact(`Error: refused ${key}`)).toBe('Error: refused ***');
});
