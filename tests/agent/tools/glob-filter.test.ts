import { expect, test } from 'vitest';
import { globMatcher } from '../../../src/agent/tools/glob-filter.ts';

test.each<[pattern: string, path: string]>([
  ['src/**/a.ts', 'src/a.ts'],
  ['src/**/a.ts', 'src/x/y/a.ts'],
  ['src/**/**/a.ts', 'src/x/a.ts'],
  ['src/**', 'src/x/y'],
  ['src/**', 'src/'],
  ['**/a.ts', 'a.ts'],
  ['/**/a.ts', '/a.ts'],
  ['/**/a.ts', '/x/a.ts'],
  ['**', '.env'],
  ['**/.*', 'x/.env'],
  ['.*/**', '.git/config'],
  ['*.{ts,tsx}', 'a.tsx'],
  ['{a,b{c,d}}', 'bd'],
  ['a{,.txt}', 'a'],
  ['{[}],a}', '}'],
  ['[!0-9]', 'x'],
  ['[^0-9]', 'x'],
  ['[]-]', '-'],
  ['\\[', '['],
  ['☃', '☃'],
  ['app/(shop)/*.ts', 'app/(shop)/a.ts'],
  ['*.@(js|ts)', 'a.ts'],
  ['*(copy).txt', 'a (copy).txt'],
  ['app/[id]/*.tsx', 'app/[id]/page.tsx'],
  ['app/[id]/*.tsx', 'app/i/page.tsx'],
  ['f{1..3}', 'f2'],
  ['{a', '{a'],
  ['x[[:digit:]]', 'x7'],
  ['a[]-]b', 'a]b'],
  ['*a*bc*', 'xaybbcz'],
  ['?', '😀'],
  ['a/**/b/**/c', 'a/x/b/y/z/c'],
  ['a*a*a*a*a*a*a*a*a', 'a'.repeat(40)],
])('%s names %s', (pattern, path) => {
  expect(globMatcher(pattern)(path)).toBe(true);
});

test.each<[pattern: string, path: string]>([
  ['src/**', 'src'],
  ['.*/**', '.git'],
  ['**/src/**', 'src'],
  ['/*.ts', 'a.ts'],
  ['/*.ts', '/src/a.ts'],
  ['*', 'a/b'],
  ['a?b', 'a/b'],
  ['a**b', 'a/b'],
  ['*.ts', 'src/a.ts'],
  ['[!-]', '-'],
  ['A', 'a'],
  ['a*a', 'a'],
  ['a*bc*c', 'abc'],
  ['*a'.repeat(30) + 'b', 'a'.repeat(200)],
  ['**/a/'.repeat(20) + 'x', 'a/'.repeat(200)],

  ['app/(shop)/*.ts', 'app/shop/a.ts'],
])('%s does not name %s', (pattern, path) => {
  expect(globMatcher(pattern)(path)).toBe(false);
});

test('the case is looked past where that is asked for', () => {
  expect(globMatcher('SRC/*.TS', { ignoreCase: true })('src/a.ts')).toBe(true);
});

test('braces that stand for too much are refused', () => {
  expect(() => globMatcher('{a,b}'.repeat(40))).toThrow('more than 1000 patterns');
});
