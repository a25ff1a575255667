import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { permitBy, type PermitOptions } from '../../src/agent/policy/permit-by.ts';
import { Plan } from '../../src/domain/plan.ts';
import { begin } from '../../src/domain/progress.ts';
import { empty, type Run } from '../../src/domain/run.ts';
import { Settings } from '../../src/domain/settings.ts';
import { filesBelow } from '../../src/io/small-file.ts';
import { isOf } from '../../src/scale/bring-home.ts';
import { refuseForbidden } from '../../src/scale/forbidden.ts';
import { Job, jobOf } from '../../src/scale/job.ts';
import { Heartbeat } from '../../src/scale/registry.ts';
import { activityOf, liveIn, saidIn } from '../../src/scale/said.ts';
import { understood } from '../../src/scale/understood.ts';

const sha = 'a'.repeat(40);
const piece = { run: 'r1', attempt: 'c1.a1', work: 'code', generation: 1 } as const;
const job = jobOf(piece, { version: '1', base: sha, task: sha });
const me = { name: 'w', version: '2' };

test.each([
  ['refs of a branch', { refs: 'refs/heads/' }],
  ['refs of another attempt', { refs: 'refs/orchestrate/r1/c2.a1/code.g1/' }],
  ['a run that is a path', { run: '../../heads', refs: 'refs/orchestrate/../../heads/c1.a1/code.g1/' }],
  ['another role', { role: 'check' }],
  ['no end', { deadlineMs: 2 ** 31 }],
  ['more than is known', { check: 'rm -rf ~' }],
])('a job that names %s is refused, and nobody else is asked', (_, more) => {
  expect(Job.safeParse(job).success).toBe(true);
  expect(understood({ ...job, ...more }, me)).toMatchObject({ kind: 'refused' });
});

test('a job of another version is left to whoever speaks it, and told in words where nobody does', () => {
  expect(understood(job, me)).toEqual({ kind: 'job', job });
  expect(understood({ ...job, protocol: 'orchestrate/9', version: '9.0.0', more: 1 }, me)).toEqual({
    kind: 'foreign',
    protocol: 'orchestrate/9',
    words:
      'version skew: worker w (orchestrate 2) speaks orchestrate/1, the job is in orchestrate/9 of 9.0.0',
  });
  expect(understood('junk', me)).toMatchObject({ kind: 'foreign', protocol: '' });
});

test('a worker of a later version is seen although it says more of itself', () => {
  const beat = {
    name: 'w',
    version: '9',
    protocol: 'orchestrate/9',
    slots: 1,
    labels: [],
    draining: false,
    at: 1,
  };
  expect(Heartbeat.parse({ ...beat, jobs: [], load: 0.5 })).toEqual({ ...beat, jobs: [] });
});

test('lines that are no messages are passed over', () => {
  expect(saidIn('{"say":"notice","text":"a"}')).toEqual({ say: 'notice', text: 'a' });
  for (const junk of ['', 'Warning: deprecated', '{"say":"notice"}', 'null', '{"say":"other","text":"a"}']) {
    expect(saidIn(junk)).toBeUndefined();
    expect(liveIn(junk)).toBeUndefined();
  }
});

test('what a worker is said to do is one short line without escapes, whatever its tool was given', () => {
  const caller = { role: 'coder', conversation: 'c1.a1.coder', attempt: 'c1.a1', alias: 'm' };
  const doing = (text: string) => activityOf({ say: 'delta', ...caller, kind: 'tool', text });
  expect(doing('bash npm test\n')).toBe('bash npm test');
  expect(doing(`bash \u001b[2J\u001b]0;title\u0007echo ${'x'.repeat(10_000)}\n`)).toMatch(
    /^bash echo x{110}$/,
  );
  expect(doing('')).toBe('');
});

const code = isOf({ do: 'code', attempt: 'c1.a1' });
const check = isOf({ do: 'check', attempt: 'c1.a1' });

test.each([
  ['transcripts/c1.a1.coder.jsonl', true, false],
  ['logs/c1.a1/0001.log', true, true],
  ['logs/c1.a1.check.aaaaaaaa.1.log', true, true],
  ['logs/setup.w0.log', true, true],
  ['transcripts/c1.a1.reviewer.jsonl', false, false],
  ['transcripts/c1.a11.coder.jsonl', false, false],
  ['transcripts/planner.jsonl', false, false],
  ['logs/c2.a1/0001.log', false, false],
  ['logs/c1.a1/../../journal.jsonl', false, false],
  ['journal.jsonl', false, false],
  ['outcome.json', false, false],
])('of a result %s is taken over: by coding %s, by a check %s', (name, byCode, byCheck) => {
  expect([code({ path: name, size: 1 }), check({ path: name, size: 1 })]).toEqual([byCode, byCheck]);
  expect(code({ path: name, size: 2 ** 30 })).toBe(false);
});

const plan = Plan.parse({
  requirements: [{ id: 'R1', text: 'all' }],
  checkpoints: [
    {
      id: 'c1',
      title: 't',
      goal: 'g',
      acceptance: ['a'],
      files: [],
      covers: ['R1'],
      difficulty: 'easy',
      check: 'npm run one',
    },
  ],
});
const run: Run = {
  ...empty,
  settings: Settings.parse({ setup: 'npm ci', check: ['npm test'] }),
  progress: plan.checkpoints.map((checkpoint) => begin(checkpoint)),
};
const none = { allow: [], deny: [] };

const denying = (...deny: string[]): PermitOptions => ({ mode: 'auto', rules: { allow: [], deny } });

test.each<[string, PermitOptions, 'code' | 'check', string]>([
  ['runs by default', { mode: 'auto', rules: none }, 'check', ''],
  ['is forbidden by a rule', denying('npm test'), 'check', '"npm test"'],
  ['is not needed to code', denying('npm test'), 'code', ''],
  ['has a setup that is', denying('npm ci'), 'code', '"npm ci"'],
  ['of a checkpoint is', denying('npm run *'), 'check', '"npm run one"'],
  ['is on no list', { mode: 'ask', rules: none }, 'check', '"npm ci"'],
  ['is on a list', { mode: 'ask', rules: { allow: ['npm *'], deny: [] } }, 'check', ''],
])('a check that %s on this worker', async (_, own, work, names) => {
  const refused = await refuseForbidden({ attempt: 'c1.a1', work }, run, permitBy(own)).then(
    () => '',
    (error: unknown) => String(error),
  );
  expect(/"[^"]*"/.exec(refused)?.[0] ?? '').toBe(names);
});

test.each(['..', '../x', 'a/../../x', '/etc', 'C:\\x', 'a\\..\\..\\x'])(
  'no run starts in %s, which is outside of its repository',
  (start) => {
    expect(Settings.safeParse({ start }).success).toBe(false);
    expect(Settings.safeParse({ start: 'packages/..a' }).success).toBe(true);
  },
);

test('files beyond a size stay where they are, and so do the largest of too many', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'orchestrate-files-'));
  const sizes = { small: 1, middle: 10, large: 40, huge: 100 };
  await Promise.all(
    Object.entries(sizes).map(async ([name, size]) => writeFile(path.join(dir, name), 'x'.repeat(size))),
  );
  const names = async (mostBytes: number, mostInAll: number) =>
    [...(await filesBelow(dir, { mostBytes, mostInAll })).keys()].toSorted();
  expect(await names(50, 1_000)).toEqual(['large', 'middle', 'small']);
  expect(await names(50, 20)).toEqual(['middle', 'small']);
  await rm(dir, { recursive: true });
});
