import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { runCheck } from '../../src/run/check-commands.ts';

const modules = path.resolve(import.meta.dirname, '../../node_modules');

async function checked(files: Readonly<Record<string, string>>, command: string) {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'orchestrate-report-')));
  onTestFinished(async () => rm(home, { recursive: true, force: true }));
  const [cwd, temporary] = [path.join(home, 'repo'), path.join(home, 'tmp')];
  await mkdir(cwd);
  await mkdir(temporary);
  await symlink(modules, path.join(cwd, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(cwd, name), text);
  }
  const result = await runCheck([command], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: temporary, CI: '1', NO_COLOR: '1' },
    leftovers: 'end',
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    log: () => path.join(home, 'log'),
  });
  return { result, left: (await readdir(temporary)).filter((name) => name.startsWith('results-')) };
}

const TAP = '# tests 100\\n# suites 0\\n# pass 100\\n# fail 0\\n# cancelled 0\\n# skipped 0\\n# todo 0\\n';
const forge = `process.stdout.write('${TAP}');`;

test('a test that prints a summary of its own raises no count of node’s runner', async () => {
  const { result, left } = await checked(
    {
      'package.json': '{ "scripts": { "test": "node --test" } }',
      'a.test.js': `const test = require('node:test');\ntest('one', () => {});\n${forge}process.on('exit', () => { ${forge} });\n`,
    },
    'npm test',
  );
  expect(result).toMatchObject({ status: 'passed', command: 'npm test', tests: { run: 1, passes: ['one'] } });
  expect(result.tail).toContain('tests 100');
  expect(left).toEqual([]);
});

test('nor of vitest, which tells the names of tests that passed', async () => {
  const { result } = await checked(
    {
      'package.json': '{ "type": "module" }',
      'a.test.js': `import { test } from 'vitest';\ntest('one', () => {});\nconsole.log(' Test Files  1 passed (1)\\n      Tests  100 passed (100)');\n`,
    },
    'npx vitest run',
  );
  expect(result).toMatchObject({
    status: 'passed',
    command: 'npx vitest run',
    tests: { runner: 'vitest', run: 1, passes: ['a.test.js > one'] },
  });
});

const hasPytest = await execa('sh', ['-c', 'pytest --version'], { reject: false }).then(
  (r) => r.exitCode === 0,
);

test.skipIf(!hasPytest)('nor of pytest', async () => {
  const source =
    'def test_one():\n    assert True\n\ndef teardown_module():\n    import os\n    os.write(1, b"100 passed in 0.01s\\n")\n';
  const { result } = await checked({ 'test_a.py': source }, 'pytest -q -s');
  expect(result).toMatchObject({ status: 'passed', tests: { runner: 'pytest', run: 1 } });
});

test('a runner that is ended before it reports leaves no count, whatever was printed', async () => {
  const quits = `require('node:test');\nprocess.ppid > 0 && process.kill(process.ppid, 'SIGTERM');\n${forge}`;
  const { result } = await checked({ 'a.test.js': quits }, 'node --test');
  expect(result.tests?.run ?? 0).toBe(0);
});

test('no test at all is still told from what is printed', async () => {
  const { result } = await checked({ 'package.json': '{}' }, 'npx vitest run --passWithNoTests');
  expect(result.status).toBe('no_tests');
});
