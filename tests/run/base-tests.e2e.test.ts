import { expect, test } from 'vitest';
import { call, says } from '../../src/model/scripted.ts';
import type { Reply } from '../../src/model/model.ts';
import { done, plans } from '../specs/session.ts';
import { played, point } from './played.ts';

/** A project whose tests print TAP: `sq` is wrong for everything but 2. */
const test2 = (...rows: string[]): string =>
  ['const { sq } = require("./sq.js");', 'let n = 0, bad = 0;', 'const is = (name, a, b) => {']
    .concat('  n++; if (a !== b) bad++;', '  console.log(`${a === b ? "" : "not "}ok ${n} - ${name}`);', '};')
    .concat(...rows, 'console.log(`1..${n}`);', 'process.exit(bad > 0 ? 1 : 0);', '')
    .join('\n');
const FILES = {
  'sq.js': 'exports.sq = (x) => x * x;\n',
  'sq.test.js': test2('is("two", sq(2), 4);', 'is("three", sq(3), 9);'),
};
const CHECK = 'node sq.test.js';
const write = (path: string, content: string): Reply => says('', call('write', { path, content }));
const verdict = (more: object): Reply =>
  says(
    '',
    call('finish', {
      decision: 'accept',
      reason: 'It fits.',
      criteria: [{ criterion: 'it holds', met: true, evidence: 'the diff' }],
      findings: [],
      ...more,
    }),
  );
const doubled = 'exports.sq = (x) => x + x;\n';
const bent = test2('is("two", sq(2), 4);', 'is("three", sq(3), 6);');
const session = (coder: Reply[], reviewer: Reply[]) => ({
  planner: [plans(['it'], point('c1'))],
  'c1.a1.coder': [...coder, done('done')],
  'c1.a1.reviewer': reviewer,
  'c1.a2.coder': [says('', call('finish', { outcome: 'impossible', reason: 'not like this' }))],
});

test('a test that was bent to fit the change is named, and lands only when it is approved by name', async () => {
  const ran = await played({
    files: FILES,
    check: CHECK,
    session: session(
      [write('sq.js', doubled), write('sq.test.js', bent)],
      [verdict({}), verdict({ approvedTests: ['three'] })],
    ),
  });
  const [checked] = ran.of('check.ran');
  expect(checked?.result.status).toBe('passed');
  expect(checked?.baseTests).toMatchObject({
    files: ['sq.test.js'],
    result: { status: 'failed' },
    differs: ['three'],
  });
  expect(ran.brief('c1.a1.reviewer')).toMatch(/<base-tests id="\w+">\nthree\n/);
  expect(ran.answered('c1.a1.reviewer')).toContain('not approved in approvedTests: three');
  expect(ran.report).toMatchObject({ outcome: 'done', checkpoints: [{ status: 'landed' }] });
  expect(ran.report.checkpoints[0]?.attempts[0]).toMatchObject({ baseTests: { differs: ['three'] } });
});

test('tests that were taken away are run on the new source all the same', async () => {
  const short = test2('is("two", sq(2), 4);');
  const ran = await played({
    files: FILES,
    check: CHECK,
    session: session(
      [write('sq.js', doubled), write('sq.test.js', short)],
      [verdict({ decision: 'reject', reason: 'three was dropped' })],
    ),
  });
  expect(ran.of('check.ran')[0]?.baseTests?.differs).toEqual(['three']);
});

test('tests that were added, and pass with the old ones, need no word', async () => {
  const more = test2('is("two", sq(2), 4);', 'is("three", sq(3), 9);', 'is("four", sq(4), 16);');
  const ran = await played({
    files: FILES,
    check: CHECK,
    session: session([write('sq.test.js', more)], [verdict({})]),
  });
  expect(ran.of('check.ran')[0]?.baseTests).toMatchObject({ result: { status: 'passed' }, differs: [] });
  expect(ran.brief('c1.a1.reviewer')).not.toContain('base-tests');
  expect(ran.exit).toBe(0);
});

test('a source that is changed alone is checked once, and its tests are what they were', async () => {
  const ran = await played({
    files: FILES,
    check: CHECK,
    session: session([write('sq.js', 'exports.sq = (x) => x ** 2;\n')], [verdict({})]),
  });
  expect(ran.of('check.ran')[0]).not.toHaveProperty('baseTests');
});

test('scripts that define the check are the base’s in the second run, and the rest of the manifest is new', async () => {
  const manifest = (script: string, more = {}): string =>
    JSON.stringify({ name: 'x', scripts: { test: script }, ...more });
  const ran = await played({
    files: { ...FILES, 'package.json': manifest('node sq.test.js') },
    check: 'npm test --silent',
    session: session(
      [
        write('sq.js', `${doubled}require("./package.json").config.size;\n`),
        write('package.json', manifest('echo "ok 1 - all"; echo 1..1', { config: { size: 1 } })),
      ],
      [verdict({ decision: 'reject', reason: 'the check was replaced' })],
    ),
  });
  expect(ran.of('check.ran')[0]).toMatchObject({
    result: { status: 'passed' },
    baseTests: { files: ['package.json'], differs: ['three'] },
  });
});

test('the program that a script starts is the base’s in the second run, and the guard names it', async () => {
  const runner = `require('node:child_process').execFileSync('node', ['sq.test.js'], { stdio: 'inherit' });\n`;
  const bentRunner = runner.replace('execFileSync', 'spawnSync');
  const ran = await played({
    files: { ...FILES, 'ci/run.js': runner, 'package.json': '{ "scripts": { "test": "node ci/run.js" } }' },
    check: 'npm test --silent',
    session: session(
      [write('sq.js', doubled), write('ci/run.js', bentRunner)],
      [verdict({ decision: 'reject', reason: 'failures are lost' })],
    ),
  });
  expect(ran.of('check.ran')[0]).toMatchObject({
    result: { status: 'passed' },
    baseTests: { files: ['ci/run.js'], differs: ['three'] },
  });
  expect(ran.of('guard.ran')[0]?.findings).toMatchObject([{ rule: 'guard-file', file: 'ci/run.js' }]);
});

test('behind a command that was red before, the others run, at the base and on each change', async () => {
  const lint = 'grep -q wrong other.js && { echo "other.js: wrong"; exit 1; }; echo fine\n';
  const ran = await played({
    files: { ...FILES, 'sq.js': doubled, 'lint.sh': lint, 'other.js': '\n' },
    check: [CHECK, 'sh lint.sh'],
    session: session([write('other.js', 'wrong\n')], [verdict({})]),
  });
  expect(ran.of('baseline.ran')[0]?.check).toMatchObject({ status: 'failed', tests: { failed: 1 } });
  expect(ran.of('check.ran')[0]?.result).toMatchObject({ status: 'failed', unnamed: ['sh lint.sh'] });
  expect(ran.report.checkpoints[0]?.attempts[0]).toMatchObject({ fate: 'red' });
});

test('protected files of a change do not run: they are the base’s in the check, and the guard stops them', async () => {
  const ran = await played({
    files: { ...FILES, '.envrc': 'base\n', 'see.sh': 'cat .envrc; echo "ok 1 - a"; echo 1..1\n' },
    check: 'sh see.sh',
    // By the shell, out of any sandbox: the tools that write refuse it before.
    sandbox: 'external',
    session: session(
      [says('', call('bash', { command: 'echo mine > .envrc' })), write('sq.js', '// new\n')],
      [],
    ),
  });
  expect(ran.of('check.ran')[0]?.result.tail).toContain('base');
  expect(ran.of('guard.ran')[0]?.findings).toContainEqual(
    expect.objectContaining({ rule: 'protected-path', level: 'forbidden' }),
  );
});
