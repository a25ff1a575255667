import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches, mayShare } from '../../src/domain/glob.ts';

describe('globs name paths', () => {
  it.each([
    ['src/**', 'src/a/b.ts', true],
    ['src', 'src/a/b.ts', true],
    ['src/', 'src/a.ts', true],
    ['./src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['**/*.{ts,tsx}', 'a/b/c.tsx', true],
    ['.github/**', '.github/workflows/ci.yml', true],
    ['**', '.env', true],
    ['.', 'anything/at.all', true],
    ['src/[id]/page.ts', 'src/i/page.ts', true],
    ['srcs', 'src/a.ts', false],
  ])('%s and %s: %s', (glob, path, named) => {
    expect(matches([glob], path)).toBe(named);
  });

  it('takes what begins with ! out again', () => {
    expect(matches(['src/**', '!src/gen/**'], 'src/gen/a.ts')).toBe(false);
    expect(matches(['src/**', '!src/gen/**'], 'src/a.ts')).toBe(true);
    expect(matches(['!docs/**'], 'src/a.ts')).toBe(true);
  });

  it.each([
    ['*a*a*a*.ts', 'banana/ananas.ts', false],
    ['**/*a*a*a*.ts', 'banana/xananas.ts', true],
    ['*-*-*-*', 'a-b-c-d/below/it.ts', true],
    ['*.{a*,b*}.*.ts', '.x.b1.y.ts', true],
    ['**/a/**/b/**/*.ts', '.x/a/y/b/c.ts', true],
    ['**/a/**/b/**/*.ts', 'a/c/y.ts', false],
    ['*a'.repeat(40), 'a'.repeat(250), true],
    [`${'*a'.repeat(40)}b`, 'a'.repeat(250), false],
    [`${'**/a/'.repeat(40)}b`, `${'a/'.repeat(400)}a`, false],
    [`*${'{a,b}'.repeat(12)}*c*`, 'ab', false],
  ])('in a moment where there are many stars: %s and %s: %s', (glob, path, named) => {
    expect(matches([glob], path)).toBe(named);
  });

  it('names nothing without a glob', () => {
    expect(matches([], 'a')).toBe(false);
  });
});

describe('two globs', () => {
  it.each([
    ['src/**', 'src/a.ts', true],
    ['src', 'src/deep/er/a.ts', true],
    ['src/a.ts', 'src/b.ts', false],
    ['src/*.ts', 'src/*.css', false],
    ['src/*.ts', 'src/index.*', true],
    ['**/*.test.ts', 'src/**', true],
    ['docs/**', 'src/**', false],
    ['**', 'x', true],
    ['src/**/b.ts', 'src/a/**/c.ts', false],
    ['src/{a,b}/x.ts', 'src/b/x.ts', true],
    ['{src,lib/deep}/x.ts', 'lib/deep/x.ts', true],
    ['a/**/z', 'a/z', true],
    ['src/**/*.ts', 'src/**/*.css', false],
    ['src/user-*.ts', 'src/post-*.ts', false],
    ['./src/a.ts', 'src/a.ts', true],
  ])('%s and %s may name one file: %s', (a, b, share) => {
    expect(mayShare(a, b)).toBe(share);
    expect(mayShare(b, a)).toBe(share);
  });

  it('are never said to be apart when both name one path', () => {
    const part = fc.constantFrom('a', 'b', 'ab', '*', 'a*', '*b', '**', '?', '{a,b}', 'a.ts', '*.ts', '[ab]');
    const glob = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    const folders = fc.array(fc.constantFrom('a', 'b', 'ab', 'bb'), { maxLength: 3 });
    const file = fc.constantFrom('a', 'ab', 'a.ts', 'b.ts');
    const path = fc.tuple(folders, file).map(([parents, name]) => [...parents, name].join('/'));
    const apart = fc.property(
      glob,
      glob,
      path,
      (x, y, p) => !(matches([x], p) && matches([y], p)) || mayShare(x, y),
    );
    expect(fc.check(apart, { numRuns: 3000 }).counterexample).toBeNull();
  });

  it('are compared without delay however many stars there are', () => {
    const many = Array.from({ length: 40 }, () => '**/a').join('/');
    expect(mayShare(`${many}/x`, `${many}/y`)).toBe(true);
  });
});
