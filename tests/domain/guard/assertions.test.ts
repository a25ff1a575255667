import { describe, expect, it } from 'vitest';
import { rulesFor } from './changes.ts';

const suite = (body: string): string =>
  `import { total } from './total';\n\nit('adds', () => {\n${body}\n});\n`;
const adds = '  expect(total([1, 2])).toBe(3);';

const rows = (list: string): string => `it.each([\n${list}])('%s', check);\n`;

describe('assertions', () => {
  const change = (before: string, after: string): string[] =>
    rulesFor({ 'a.test.ts': [suite(before), suite(after)] });

  it.each([
    [adds, '  expect(total([1, 2])).toBeTruthy();'],
    [adds, '  expect(total([1, 2])).toBeGreaterThan(0);'],
    [adds, '  expect(total([1, 2])).toEqual(expect.any(Number));'],
    ['  assert.strictEqual(f(), 3);', '  assert.ok(f());'],
    ['  expect(f()).toBe(1);', '  expect(f()).not.toBe(1);'],
  ])('that ask for less are told: %s → %s', (before, after) => {
    expect(change(before, after)).toContain('assertion-weakened');
  });

  it.each([
    [adds, '  expect(total([1, 2])).toBe(4);'],
    ["  expect(f('a')).toBe('b');", "  expect(f('a')).toBe('c');"],
  ])('that ask for something else are told: %s → %s', (before, after) => {
    expect(change(before, after)).toContain('expectation-changed');
  });

  it('that are gone or commented out are told', () => {
    expect(change(adds, '  total([1, 2]);')).toContain('assertion-removed');
    expect(change(adds, `  // ${adds.trim()}`)).toContain('assertion-removed');
  });

  it.each([
    [adds, '  expect(sum([1, 2])).toBe(3);'],
    [adds, `${adds}\n  expect(total([])).toBe(0);`],
    ['  expect(total([1, 2])).toBeTruthy();', adds],
  ])('that ask for the same or for more are not: %s → %s', (before, after) => {
    expect(change(before, after)).toEqual(['test-changed']);
  });

  it.each([
    '  expect(true).toBe(true);',
    '  expect(1).toEqual(1);',
    '  assert.ok(true);',
    "  assert.equal('a', 'a');",
    '  expect(result).toBe(result);',
    '  assert(f() || true);',
  ])('that cannot fail are told: %s', (line) => {
    expect(change(adds, line)).toContain('tautology');
  });

  it.each([
    '  expect(ok(true)).toBe(true);',
    '  expect(a).toBe(ab);',
    "  assert.equal(f('a'), 'a');",
    '  expect(true).toBe(f());',
  ])('that can fail are not: %s', (line) => {
    expect(change(adds, line)).not.toContain('tautology');
  });

  it.each([
    ['a.test.ts', '  try { check(); } catch (e) {}'],
    ['a.test.ts', '  await check().catch(() => {});'],
    ['test_a.py', '    with contextlib.suppress(AssertionError):'],
    ['test_a.py', '    except Exception: pass'],
    ['a_spec.rb', '    expect(f).to eq 1 rescue nil'],
  ])('whose failures are dropped are told: %s: %s', (path, line) => {
    expect(rulesFor({ [path]: ['one\n', `${line}\none\n`] })).toContain('failure-swallowed');
  });

  it.each([
    ['a.test.ts', suite(adds), suite(`  return;\n${adds}`)],
    ['test_a.py', 'def test_a():\n    assert f() == 1\n', 'def test_a():\n    return\n    assert f() == 1\n'],
  ])('behind a return are told: %s', (path, before, after) => {
    expect(rulesFor({ [path]: [before, after] })).toContain('test-hollowed');
  });

  it('behind a condition that was not there before are told', () => {
    expect(change(adds, `  if (!ready) {\n    return;\n  }\n${adds}`)).toContain('test-hollowed');
    expect(change(adds, `  if (ready) {\n  ${adds}\n  }`)).toContain('test-hollowed');
  });

  it('of a new test may depend on what they like', () => {
    expect(rulesFor({ 'b.test.ts': [null, suite(`  if (!ready) {\n    return;\n  }\n${adds}`)] })).toEqual(
      [],
    );
    const loop = '\tif got != 1 {\n\t\tt.Fatal(got)\n\t}\n';
    expect(
      rulesFor({
        'a_test.go': ['func TestA(t *testing.T) {\n}\n', `func TestA(t *testing.T) {\n${loop}}\n`],
      }),
    ).toEqual(['test-changed']);
  });

  it('that nobody waits for are told', () => {
    const waits = "  await expect(pay(-1)).rejects.toThrow('amount');";
    expect(change(waits, waits.replace('await ', ''))).toContain('assertion-weakened');
  });

  it.each([
    [
      'src/lib.rs',
      '#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {}\n}\n',
      '    #[test]\n',
      '    #[test]\n    #[should_panic]\n',
    ],
    ['ATest.java', '@Test\nvoid a() {}\n', '@Test\n', '@Test(expected = E.class)\n'],
  ])('of an old test that is to fail now are told: %s', (path, before, from, to) => {
    expect(rulesFor({ [path]: [before, before.replace(from, to)] })).toContain('test-inverted');
  });

  it('of a new test may be to fail', () => {
    const before = '#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {}\n}\n';
    const after = before.replace(
      'fn a() {}\n',
      'fn a() {}\n\n    #[test]\n    #[should_panic]\n    fn b() {\n        f(0);\n    }\n',
    );
    expect(rulesFor({ 'src/lib.rs': [before, after] })).toEqual([]);
  });

  it('of what is replaced are told in old tests and are ordinary in new ones', () => {
    const mock = "vi.mock('./total', () => ({ total: () => 3 }));\n";
    expect(rulesFor({ 'a.test.ts': [suite(adds), `${mock}${suite(adds)}`] })).toContain('mock-added');
    expect(rulesFor({ 'a.test.ts': [null, `${mock}${suite(adds)}`] })).toEqual([]);
  });

  it('with less data than before are told, with other data they are not', () => {
    expect(rulesFor({ 'a.test.ts': [rows('  [1, 2],\n  [-1, 0],\n'), rows('  [1, 2],\n')] })).toContain(
      'test-data-removed',
    );
    expect(rulesFor({ 'a.test.ts': [rows('  [1, 2],\n'), rows('  [2, 4],\n')] })).toEqual(['test-changed']);
  });
});
