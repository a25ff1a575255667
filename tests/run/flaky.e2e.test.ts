import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call, says } from '../../src/model/scripted.ts';
import { accepts, done, plans } from '../specs/session.ts';
import { played, point } from './played.ts';

/** A check whose nth run, counted in a folder outside of every working copy, ends as the script says. */
async function countingCheck(cases: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orchestrate-flaky-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return [
    `n=$(ls ${folder} | wc -l)`,
    `touch ${folder}/$n`,
    'ok() { echo "ok 1 - steady"; echo "ok 2 - shaky"; echo "ok 3 - moody"; echo 1..3; exit 0; }',
    'red() { for t in steady shaky moody; do case " $* " in *" $t "*) echo "not ok - $t";; *) echo "ok - $t";; esac; done; echo 1..3; exit 1; }',
    `case $n in ${cases} *) ok;; esac`,
    '',
  ].join('\n');
}

const point1 = point('c1');
const session = {
  planner: [plans(['it'], point1)],
  'c1.a1.coder': [says('', call('write', { path: 'a.txt', content: 'new\n' })), done('done')],
  'c1.a1.reviewer': [accepts(point1, { reason: 'fine', evidence: ['the diff'] })],
  'c1.a2.coder': [says('', call('finish', { outcome: 'impossible', reason: 'it fails by chance' }))],
};
const play = async (cases: string) =>
  played({
    files: { 'a.txt': 'old\n', 'check.sh': await countingCheck(cases) },
    check: 'sh check.sh',
    sandbox: 'external',
    session,
  });

test('a test that fails once and passes on the same files is flaky: named to the reviewer and in the report, held against nobody', async () => {
  const ran = await play('1) red shaky;;');
  const [{ result } = {}] = ran.of('check.ran');
  expect(result).toMatchObject({ status: 'passed', flaky: ['shaky'] });
  expect(ran.brief('c1.a1.reviewer')).toMatch(/Flaky: .*\n<failing-tests id="\w+">\nshaky\n/);
  expect(ran.report.checkpoints[0]?.checked.check?.result.flaky).toEqual(['shaky']);
  expect(ran.exit).toBe(0);
});

test('a test that fails in both runs is broken, and the coder is told so after two runs', async () => {
  const ran = await play('[123456]) red steady;;');
  const [{ result } = {}] = ran.of('check.ran');
  expect(result).toMatchObject({ status: 'failed' });
  expect(result).not.toHaveProperty('flaky');
  expect(ran.report.checkpoints[0]?.attempts[0]).toMatchObject({ fate: 'red' });
});

test('where nothing but flaky tests is red, the base is asked, and what fails there too is held against nobody', async () => {
  const ran = await play('1) red shaky;; 2) red moody;; 3) red moody;;');
  expect(ran.of('check.ran')[0]?.result).toMatchObject({ flaky: ['shaky', 'moody'], flakyAtBase: ['moody'] });
  expect(ran.exit).toBe(0);
});

test('a flaky test of the base is known from the start', async () => {
  const ran = await play('0) red moody;; 2) red moody;;');
  expect(ran.of('baseline.ran')[0]?.check).toMatchObject({ status: 'passed', flaky: ['moody'] });
  expect(ran.of('check.ran')[0]?.result).toMatchObject({ status: 'failed' });
  expect(ran.report.checkpoints[0]?.attempts[0]).toMatchObject({
    fate: 'landed',
    checks: [{ weight: 'green' }],
  });
});
