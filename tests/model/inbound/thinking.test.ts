import { expect, test } from 'vitest';
import { insideFence, splitThoughts } from '../../../src/model/inbound/thinking.ts';

test.each<[string, string, string, string]>([
  ['a tag that opens the reply', '<think>look</think>\n\nDone.', 'look', 'Done.'],
  ['another spelling', '\n<thinking>\nlook\n</thinking>Done.', 'look', 'Done.'],
  ['no answer after it', '<think>look</think>', 'look', ''],
  ['never closed', '<think>look and look', 'look and look', ''],
  ['nothing thought', '<think>\n\n</think>\n\nDone.', '', 'Done.'],
  ['only the closing tag', 'look\n</think>\n\nDone.', 'look', 'Done.'],
  [
    'a tag that the answer speaks of',
    'Strip `<think>` and `</think>` first.',
    '',
    'Strip `<think>` and `</think>` first.',
  ],
  ['a closing tag in quotes at the end', 'It ends with "</think>', '', 'It ends with "</think>'],
  ['a closing tag in a sentence', 'The tag </think> ends it.', '', 'The tag </think> ends it.'],
  ['a closing tag in a fence', 'So:\n```\nx\n</think>\n```', '', 'So:\n```\nx\n</think>\n```'],
  ['tags later in the text', 'First.\n<think>x</think>\nLast.', '', 'First.\n<think>x</think>\nLast.'],
])('%s', (_, text, thoughts, answer) => {
  expect(splitThoughts(text)).toEqual({ thoughts, answer });
});

test('a fence closes with marks of its own kind only', () => {
  const text = '````\n```\ninside\n````\noutside';
  expect(insideFence(text, text.indexOf('inside'))).toBe(true);
  expect(insideFence(text, text.indexOf('outside'))).toBe(false);
});
