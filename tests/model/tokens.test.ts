import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { countRequest, countTokens, createCalibration } from '../../src/model/tokens.ts';
import { read } from './tools.ts';

test.each<[string, string, number, number]>([
  ['prose', 'The quick brown fox jumps over the lazy dog. '.repeat(100), 900, 1150],
  ['code', 'export const add = (a: number, b: number): number => a + b;\n'.repeat(100), 1600, 2400],
  [
    'base64',
    Buffer.from(createHash('sha512').update('x').digest().toString('hex').repeat(20)).toString('base64'),
    1500,
    2000,
  ],
  ['nothing', '', 0, 0],
])('%s is counted about right', (_, text, least, most) => {
  const count = countTokens(text);
  expect(count).toBeGreaterThanOrEqual(least);
  expect(count).toBeLessThanOrEqual(most);
});

test('any text of a megabyte is counted in a moment', () => {
  const texts = [
    'a'.repeat(1e6),
    '9a'.repeat(5e5),
    ' '.repeat(1e6),
    '-'.repeat(1e6),
    randomBytes(5e5).toString('hex'),
    '完'.repeat(3e5),
  ];
  expect(texts.map(countTokens).every((count) => count > 0)).toBe(true);
});

test('a request counts its messages, calls and tools', () => {
  const user = { role: 'user' as const, text: 'Go on with it.' };
  const small = countRequest({ messages: [user], tools: [] });
  expect(countRequest({ messages: [user, user], tools: [] })).toBe(2 * small);
  expect(countRequest({ messages: [user], tools: [read] })).toBeGreaterThan(small + 20);
  const call = {
    role: 'assistant' as const,
    text: '',
    calls: [{ id: 'a', tool: 'write', input: { content: 'some words here '.repeat(50) } }],
  };
  expect(countRequest({ messages: [call], tools: [] })).toBeGreaterThan(140);
});

test('estimates follow what the server counts, within reason', () => {
  const calibration = createCalibration();
  expect(calibration.apply(1000)).toBe(1000);
  calibration.learn(1000, 1300);
  expect(calibration.apply(1000)).toBe(1300);
  calibration.learn(1000, 1000);
  expect(calibration.apply(1000)).toBe(1210);
  calibration.learn(10, 1000);
  expect(calibration.apply(1000)).toBe(1210);
  const wild = createCalibration();
  wild.learn(1000, 100_000);
  expect(wild.apply(1000)).toBe(2000);
});
