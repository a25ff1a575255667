import { describe, expect, it } from 'vitest';
import { guard } from '../../../src/domain/guard/guard.ts';
import { isTestFile } from '../../../src/domain/guard/test-files.ts';
import { inputOf, rulesFor, verdicts } from './changes.ts';

const suite = (body: string): string =>
  `import { total } from './total';\n\nit('adds', () => {\n${body}\n});\n`;
const adds = '  expect(total([1, 2])).toBe(3);';

describe('a test file', () => {
  it.each([
    'src/a.test.ts',
    'a_test.go',
    'tests/x.py',
    'test_x.py',
    'spec/a_spec.rb',
    'src/test/java/A.java',
    'CartTest.php',
    'AppTests.swift',
    '__tests__/a.js',
    'conftest.py',
    'web/__snapshots__/a.snap',
    'e2e/login.ts',
    'test/cart_test.exs',
    'src/test-utils.ts',
    'spec_helper.rb',
    'src/setupTests.js',
  ])('is %s', (path) => {
    expect(isTestFile(path)).toBe(true);
  });

  it.each([
    'src/a.ts',
    'src/contest.ts',
    'latest/a.js',
    'src/attest.go',
    'docs/test/plan.md',
    'protest.py',
    'src/testimony.ts',
    'src/contest-utils.ts',
    'src/setup.ts',
  ])('is not %s', (path) => {
    expect(isTestFile(path)).toBe(false);
  });
});

const run = (n: number, skipped: number, passes: string[]) => ({
  runner: 'x',
  run: n,
  passed: n,
  failed: 0,
  skipped,
  failures: [],
  skips: [],
  passes,
});

describe('tests that are taken away', () => {
  it('weigh by how free tests are', () => {
    const gone = { 'a.test.ts': [suite(adds), null] } as const;
    expect(verdicts(gone, { tests: 'locked' })).toContain('test-deleted forbidden');
    expect(verdicts(gone, { tests: 'reviewed' })).toContain('test-deleted shown');
    expect(verdicts(gone, { tests: 'free' })).toEqual(['test-deleted shown']);
  });

  it('are silent where they are only changed and free', () => {
    const changed = { 'a.test.ts': [suite(adds), suite(adds.replace('3', '4'))] } as const;
    expect(verdicts(changed, { tests: 'free' })).toEqual([]);
    expect(verdicts(changed, { tests: 'locked' })).toEqual([
      'expectation-changed forbidden',
      'test-changed forbidden',
    ]);
  });

  it.each([
    [
      'a.test.ts',
      "it('adds', () => {});\nit('subtracts', () => {});\n",
      "it('adds', () => {});\n",
      'subtracts',
    ],
    [
      'a_test.go',
      'func TestAdds(t *testing.T) {\n}\nfunc TestSubs(t *testing.T) {\n}\n',
      'func TestAdds(t *testing.T) {\n}\n',
      'TestSubs',
    ],
    [
      'test_a.py',
      'def test_a():\n    pass\n\n\ndef test_b():\n    pass\n',
      'def test_a():\n    pass\n',
      'test_b',
    ],
    ['ATest.java', '@Test\nvoid adds() {\n}\n@Test\nvoid subs() {\n}\n', '@Test\nvoid adds() {\n}\n', 'subs'],
    [
      'src/lib.rs',
      '#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {}\n    #[test]\n    fn b() {}\n}\n',
      '#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {}\n}\n',
      'b',
    ],
    ['a_spec.rb', "it 'a' do\nend\nit 'b' do\nend\n", "it 'a' do\nend\n", 'b'],
  ])('are named: %s', (path, before, after, name) => {
    const dropped = guard(inputOf({ [path]: [before, after] })).filter((f) => f.rule === 'cases-dropped');
    expect(dropped.map((f) => f.detail)).toEqual([`The test \`${name}\` is removed or renamed.`]);
  });

  it('are not missed where they move to another file', () => {
    const both = "it('adds', () => {});\nit('subtracts', () => {});\n";
    const files = {
      'a.test.ts': [both, "it('adds', () => {});\n"],
      'b.test.ts': [null, "it('subtracts', () => {});\n"],
    } as const;
    expect(rulesFor(files)).toEqual(['test-changed']);
  });

  it('are noticed by their number too', () => {
    const findings = guard(
      inputOf(
        { 'a.ts': ['a\n', 'b\n'] },
        { counts: { before: run(3, 0, ['a', 'b', 'c']), after: run(2, 1, ['a', 'b']) } },
      ),
    );
    expect(findings.map((f) => f.detail)).toEqual([
      '2 tests ran, 3 ran at the base (c).',
      '1 test skipped, 0 at the base.',
    ]);
  });
});

describe('tests that are switched off', () => {
  it.each([
    ['a.test.ts', "describe.skip('x', () => {"],
    ['a.test.ts', 'test.todo("later")'],
    ['a.test.ts', "it.skipIf(true)('x', () => {"],
    ['a.test.mjs', "test('x', { skip: true }, () => {"],
    ['test/a.js', '  t.skip("no");'],
    ['a.test.ts', "it.fails('x', () => {"],
    ['test_a.py', '@unittest.skipIf(True, "x")'],
    ['test_a.py', 'pytestmark = pytest.mark.skip'],
    ['test_a.py', '    raise unittest.SkipTest("x")'],
    ['a_test.go', '\tt.SkipNow()'],
    ['tests/a.rs', '#[ignore = "slow"]'],
    ['ATest.java', '    @Disabled'],
    ['ATests.cs', '[Ignore("x")]'],
    ['a_spec.rb', '  pending "x"'],
    ['ATest.php', '$this->markTestIncomplete();'],
    ['test/a_test.exs', '@moduletag :skip'],
    ['ATests.swift', 'throw XCTSkip("x")'],
    ['a_test.cc', 'TEST(A, DISABLED_Works) {'],
  ])('%s: %s', (path, line) => {
    expect(rulesFor({ [path]: ['one\n', `${line}\none\n`] })).toContain('skip-added');
  });

  it.each([
    ['a.test.ts', "describe.only('x', () => {"],
    ['a.test.ts', "fit('x', () => {"],
    ['a_spec.rb', "it 'x', focus: true do"],
    ['a.test.mjs', "test('x', { only: true }, () => {"],
  ])('by others being run alone: %s: %s', (path, line) => {
    expect(rulesFor({ [path]: ['one\n', `${line}\none\n`] })).toContain('only-added');
  });

  it.each([
    ['a.test.ts', '// it.skip is what we used before'],
    ['a.test.ts', "it('lets the reader skip a page', () => {"],
    ['a.test.ts', '  expect(list.skip(2)).toEqual([3]);'],
    ['test_a.py', '# @pytest.mark.skip'],
    ['src/list.ts', 'export const it = stream.skip(1);'],
    ['a_test.go', '\tskipped := parse("skip")'],
  ])('not by words that only sound alike: %s: %s', (path, line) => {
    const rules = rulesFor({ [path]: ['one\n', `${line}\none\n`] });
    expect(rules).not.toContain('skip-added');
    expect(rules).not.toContain('only-added');
  });

  it('not where the same mark only moves', () => {
    const a = "it.skip('a', () => {});\n";
    expect(rulesFor({ 'a.test.ts': [`x\n${a}`, `${a}x\n`] })).toEqual(['test-changed']);
  });
});
