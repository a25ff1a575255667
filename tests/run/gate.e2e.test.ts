import { expect, test } from 'vitest';
import { ModelError } from '../../src/model/errors.ts';
import type { Model, Reply } from '../../src/model/model.ts';
import { call, says, scripted } from '../../src/model/scripted.ts';
import type { Caller } from '../../src/run/models.ts';
import { accepts, done, plans } from '../specs/session.ts';
import { played, point } from './played.ts';
import { expectProven } from './proven.ts';

const p = point('c1');
const green = 'echo "ok 1 - a"; echo 1..1\n';
const FILES = { 'a.txt': 'a\n', 'check.sh': green };
const bash = (command: string): Reply => says('', call('bash', { command }));
const fine = accepts(p, { reason: 'fine', evidence: ['the diff'] });
const session = (coder: Reply[], reviewer: Reply[] = [fine]) => ({
  planner: [plans(['it'], p)],
  'c1.a1.coder': [...coder, done('done')],
  'c1.a1.reviewer': reviewer,
  'c1.a2.coder': [says('', call('finish', { outcome: 'impossible', reason: 'not like this' }))],
});
const withTimeout = (check: string) => ({ ...FILES, 'check.sh': check, 'agents.yaml': 'checkTimeout: 1s\n' });

test('a check that watches instead of ending is told apart on the base, once, before anything is paid for', async () => {
  const ran = await played({
    files: withTimeout('echo "ok 1 - a"; echo "Watching for file changes..."; sleep 30\n'),
    check: 'sh check.sh',
  });
  expect(ran.of('baseline.ran')[0]?.check).toMatchObject({
    status: 'timeout',
    hint: expect.stringContaining('single-run form') as string,
  });
  expect(ran.of('baseline.ran')[0]?.check.ms).toBeLessThan(2 * 1000);
  expect(ran.of('model.called')).toEqual([]);
  expect(ran.report).toMatchObject({ outcome: 'environment', exit: 3 });
  expect(ran.report.detail).toContain('single-run form');
});

test('a check that hangs on a change is run once more before the change is blamed', async () => {
  const ran = await played({
    files: withTimeout(`if test -e slow; then sleep 30; fi\n${green}`),
    check: 'sh check.sh',
    session: session([bash('touch slow')], []),
  });
  const [{ result } = {}] = ran.of('check.ran');
  expect(result).toMatchObject({ status: 'timeout' });
  expect(result?.ms).toBeGreaterThanOrEqual(2 * 1000);
  expect(ran.report.checkpoints[0]?.attempts[0]).toMatchObject({ fate: 'red' });
});

/** One test is red at the base already, and the coverage, or the types, only once there is a file. */
const RED = (more: string) => ({
  ...FILES,
  'check.sh': `echo "not ok 1 - old"; echo 1..1\n${more}\nexit 1\n`,
});

test('a coverage that is missed newly goes back to the coder, although the tests are red as they were', async () => {
  const missed = 'test -e new && echo "ERROR: Coverage for lines (80%) does not meet global threshold (90%)"';
  const ran = await played({
    files: RED(missed),
    check: 'sh check.sh',
    session: session([bash('touch new')], []),
  });
  expect(ran.report.checkpoints[0]?.attempts[0]).toMatchObject({ fate: 'red' });
  expect(ran.brief('c1.a2.coder')).toContain('ERROR: Coverage for lines (#%) does not meet');
});

test('a type error beside tests that are red as they were is approved by name, or not at all', async () => {
  const approves = accepts(p, {
    reason: 'fine',
    evidence: ['the diff'],
    approvedTests: ['failure-beside-tests'],
  });
  const ran = await played({
    files: RED('test -e new && echo "src/a.ts(3,5): error TS2322: no number"'),
    check: 'sh check.sh',
    session: session([bash('touch new')], [fine, approves]),
  });
  expect(ran.brief('c1.a1.reviewer')).toContain('failure-beside-tests: The tests that fail are those');
  expect(ran.answered('c1.a1.reviewer')).toContain('failure-beside-tests');
  expect(ran.exit).toBe(0);
});

test('a deleted file is shown as deleted, and needs no opening however long it was', async () => {
  const long = Array.from({ length: 9000 }, (_, i) => `line ${String(i)} of many`).join('\n');
  const ran = await played({
    files: { ...FILES, 'old.txt': long },
    check: 'sh check.sh',
    session: session([bash('rm old.txt')]),
  });
  expect(ran.brief('c1.a1.reviewer')).toMatch(/- old\.txt: deleted, \+0 -9000, /);
  expect(ran.exit).toBe(0);
});

const LOCK = `{\n${Array.from({ length: 9000 }, (_, i) => `"p${String(i)}": "1"`).join(',\n')}\n}\n`;
const locking = (...more: Reply[]) => [
  says('', call('write', { path: 'package-lock.json', content: LOCK })),
  ...more,
];
const LOCKED = { ...FILES, 'package-lock.json': '{}\n', 'package.json': '{}\n' };

test('a large lock file is one line beside the change by hand, which is shown whole', async () => {
  const manifest = says('', call('write', { path: 'package.json', content: '{ "name": "by-hand" }\n' }));
  const ran = await played({ files: LOCKED, check: 'sh check.sh', session: session(locking(manifest)) });
  const brief = ran.brief('c1.a1.reviewer');
  expect(brief).toMatch(/- package-lock\.json: modified, \+\d+ -1, lock file, not shown/);
  expect(brief).toContain('+{ "name": "by-hand" }');
  expect(brief).not.toContain('p8999');
  expect(ran.exit).toBe(0);
});

test('a lock file that was changed by itself has to be opened before it is accepted', async () => {
  const read = says('', call('read', { path: 'package-lock.json' }));
  const ran = await played({
    files: LOCKED,
    check: 'sh check.sh',
    session: session(locking(), [fine, read, fine]),
  });
  expect(ran.brief('c1.a1.reviewer')).toContain('generated-changed: package-lock.json');
  expect(ran.left()).toEqual(['c1.a2.coder']);
  expect(ran.exit).toBe(0);
});

test('two pictures of one name are no text to merge: the owner of the second is asked, and no marker gets into the file', async () => {
  const made = new Map<string, Model>();
  const draw = (byte: string): Reply => bash(`printf '\\211PNG\\000\\00${byte}' > logo.png`);
  const models = ({ role, conversation }: Caller): Model => {
    const model =
      made.get(conversation) ??
      scripted(
        ...(role === 'planner'
          ? [plans(['it'], point('c1'), point('c2'))]
          : role === 'reviewer'
            ? [fine]
            : [
                conversation.includes('.a1') ? draw(conversation.charAt(1)) : bash('touch seen.txt'),
                done('done'),
              ]),
      ).model;
    made.set(conversation, model);
    return model;
  };
  const ran = await played({
    files: { ...FILES, 'logo.png': '\u0000old' },
    check: 'sh check.sh',
    parallel: 2,
    models,
  });
  expectProven(ran.events);
  expect(ran.of('attempt.failed')[0]).toMatchObject({
    failure: 'conflict',
    detail: expect.stringContaining('logo.png') as string,
  });
  expect(await ran.git('show', `${ran.report.branch}:logo.png`)).not.toMatch(/<<<<<<<|>>>>>>>/);
  expect(ran.exit).toBe(0);
});

test('replies that stay empty pause the run with all that was done, and are held against nobody', async () => {
  const empty = new ModelError('protocol', 'the reply was empty');
  const { model } = scripted(bash('echo b > b.txt'), empty);
  const planner = scripted(plans(['it'], p)).model;
  const ran = await played({
    files: FILES,
    check: 'sh check.sh',
    models: ({ role }: Caller) => (role === 'planner' ? planner : model),
  });
  expect(ran.report).toMatchObject({ outcome: 'paused', exit: 7, checkpoints: [{ status: 'open' }] });
  expect(ran.of('run.paused')).toMatchObject([{ reason: 'provider', detail: 'the reply was empty' }]);
  expect(ran.of('attempt.failed')).toEqual([]);
});
