import { expect, test } from 'vitest';
import { pageText } from '../../src/cli/redact.ts';

test('what a page shows holds no key, and nothing that makes code read otherwise than it runs', () => {
  const value = {
    '\u202Ename': 'if (a \u2066hunter2-long-key\u200B)',
    lines: ['\u001B]0;x\u0007', 'é 👩‍🚀 مرحبا\n'],
  };
  const shown: unknown = JSON.parse(pageText(['hunter2-long-key'])(JSON.stringify(value)));
  expect(shown).toEqual({
    '<U+202E>name': 'if (a <U+2066>***<U+200B>)',
    lines: value.lines,
  });
});
