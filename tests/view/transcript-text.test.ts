import { expect, it } from 'vitest';
import type { Message } from '../../src/domain/transcript.ts';
import { plain } from '../../src/view/row.ts';
import { renderTranscript } from '../../src/view/transcript-text.ts';

const text = (...messages: Message[]) => renderTranscript(messages).map(plain).join('\n');

it('prints words in full and folds prompt, thoughts, calls and results', () => {
  expect(
    text(
      { role: 'system', text: 'You write code.\nRules:\n- one' },
      { role: 'user', text: '# c1\n\nAdd it.' },
      {
        role: 'assistant',
        text: 'I look first.',
        reasoning: 'Hm.\nWhere is it?',
        calls: [
          { id: 'a', tool: 'read', input: { path: 'a.ts' } },
          { id: 'b', tool: 'edit', input: {}, invalid: 'no JSON' },
        ],
        bill: { model: 'small', usage: { input: 4100, cached: 0, output: 20, usd: 0.01 }, ms: 1 },
      },
      { role: 'tool', call: 'a', ok: true, text: '12 lines\n1 a\n2 b' },
      { role: 'tool', call: 'b', ok: false, text: 'no JSON' },
    ),
  ).toMatchInlineSnapshot(`
    "system  You write code. (+ 2 lines)

    told
      # c1

      Add it.

    said  small · 4.1k in, 20 out · $0.01
      thinks  Hm. (+ 1 line)
      I look first.
      → read {"path":"a.ts"}
      → edit (no JSON)
        ok  12 lines (+ 2 lines)
        failed  no JSON"
  `);
});

it('cuts a long call to a line and acts on no terminal', () => {
  const long = text({
    role: 'assistant',
    text: '\u001b[2Jhello',
    calls: [{ id: 'a', tool: 'write', input: { content: 'x'.repeat(900) } }],
  });
  expect(
    long
      .split('\n')
      .map((line) => line.length)
      .every((length) => length <= 120),
  ).toBe(true);
  expect(long).toContain('hello');
  expect(long).not.toContain('\u001b');
});
