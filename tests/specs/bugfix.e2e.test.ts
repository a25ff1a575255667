import { expect, test } from 'vitest';
import { bugfix } from './bugfix.ts';
import { testSpec } from './test-spec.ts';

const ran = testSpec('bugfix', bugfix);

test('shows the bug by red tests before it mends it', () => {
  const firstLines = ran()
    .conversation('c1.a1.coder')
    .map((m) => m.text.split('\n', 1)[0] ?? '');
  expect(firstLines.filter((line) => /^exit \d/.test(line))).toEqual([
    expect.stringMatching(/^exit 1 · 4 of 8 tests failed/),
    expect.stringMatching(/^exit 0 · 8 tests passed/),
  ]);
});

test('leaves the tests that were there as they were', async () => {
  const { git, report } = ran();
  const diff = await git('diff', `${report.base}..${report.head}`, '--', 'test');
  expect(diff.match(/^-(?!--).*$/gm)).toBeNull();
  expect(ran().report.final?.result.tests).toMatchObject({ run: 8, passed: 8 });
});

test('reads the config that broke it', async () => {
  const { report, command } = ran();
  const config = '# where the service listens\\nport = 8080 # for now\\ncolor = \\"#ff8800\\"';
  const ask = `node -e "import('./src/config.js').then(({ parseConfig }) => console.log(JSON.stringify(parseConfig('${config}'))))"`;
  expect(JSON.parse((await command(report.head, ask)).stdout)).toEqual({ port: '8080', color: '#ff8800' });
  expect((await command(report.base, ask)).stderr).toContain('SyntaxError: line 1');
});
