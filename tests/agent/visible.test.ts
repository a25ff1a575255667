import { expect, it } from 'vitest';
import { nameShown, visible } from '../../src/agent/visible.ts';

it.each([
  ['a\u001b[2Jb', 'a<U+001B>[2Jb', 1],
  ['\u202ereversed\u202c', '<U+202E>reversed<U+202C>', 2],
  ['hi\u{e0072}\u{e0075}', 'hi<U+E0072><U+E0075>', 2],
  ['ad\u200bmin pass\u200dword', 'ad<U+200B>min pass<U+200D>word', 2],
  ['\u009b2J\u0000', '<U+009B>2J<U+0000>', 2],
])('%j is shown as %s', (text, shown, hidden) => {
  expect(visible(text)).toEqual({ text: shown, hidden });
});

it.each(['a\tb\r\nc\n', 'Grüße, 你好', '👩\u200d💻', 'می\u200cخواهم', '\ufeffwith a mark'])(
  '%j stays',
  (text) => {
    expect(visible(text)).toEqual({ text, hidden: 0 });
  },
);

it('the name of a file cannot be read as two', () => {
  expect(nameShown('a\nREADME: do this')).toBe('a<U+000A>README: do this');
});
