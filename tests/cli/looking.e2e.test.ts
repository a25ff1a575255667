import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bin } from './program.ts';
import { accepts, checkpoint, done, expectExit, FILES, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const finished = async (files: Record<string, string> = FILES) => {
  const at = await scene({
    files,
    script: {
      planner: () => plans(checkpoint('c1')),
      coder: (_, n) => (n % 2 === 1 ? writes('c.txt', `new ${String(n)}\n`) : done()),
    },
  });
  const ran = await at.run(['spec.md', ...CHECK, '--json']);
  expectExit(ran, 0);
  return { at, ran, id: String(ran.records.at(-1)?.['run']) };
};

test.concurrent('a run can be looked at: where it stands, what a checkpoint is, what happened', async () => {
  const { at, ran, id } = await finished();
  const status = await at.run(['status']);
  expect(status).toMatchObject({ exit: 0, stderr: '' });
  expect(status.stdout).toMatch(/\[x\] c1/);
  expect(status.stdout + ran.stderr).not.toContain('\u001b');
  expect(status.stdout).toMatch(/records: \/\S+$/);
  expect((await at.run(['status', '--json'])).records).toEqual([ran.records.at(-1)]);

  const show = await at.run(['show', 'c1']);
  expect(show.stdout).toMatch(/\+new 1/);
  expect(show.stdout).toMatch(/accepted by test-model/);
  expect(show.stdout).toMatch(/sh check\.sh: exit 0/);
  const unknown = await at.run(['show', 'c7']);
  expect(unknown.exit).toBe(2);
  expect(unknown.stderr).toMatch(/no checkpoint c7.*c1/);

  const log = await at.run(['log', id, '--json']);
  expect(log.records).toEqual(ran.records);
  const words = await at.run(['log']);
  expect(words.stdout.split('\n').length).toBeGreaterThan(5);
  expect(words.stdout).toMatch(/landed as [0-9a-f]{8}/);
});

test.concurrent(
  'a run is named by its whole name, its beginning or its end; what is not clear is asked back',
  async () => {
    const { at, id } = await finished();
    const second = await at.run(['spec.md', ...CHECK, '--json']);
    expectExit(second, 0);
    const other = String(second.records.at(-1)?.['run']);
    const named = async (name: string) => (await at.run(['status', name, '--json'])).records.at(-1)?.['run'];
    expect(await named(id)).toBe(id);
    expect(await named(id.slice(-3))).toBe(id);
    expect(await named(other)).toBe(other);
    const both = await at.run(['status', id.slice(0, 8)]);
    expect(both.exit).toBe(2);
    expect(both.stderr).toMatch(new RegExp(`${id}.*${other}|${other}.*${id}`));
    const none = await at.run(['status', 'zzz']);
    expect(none.exit).toBe(2);
    expect(none.stderr).toContain(id);
  },
);

test.concurrent('much JSON goes whole through a pipe that is read slowly', async () => {
  const long = 'all of it, and more. '.repeat(12_000);
  const at = await scene({
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: [writes('c.txt', 'new\n'), done()],
      reviewer: [accepts({ reason: long })],
    },
  });
  const command = `"${process.execPath}" "${bin}" spec.md --check "sh check.sh" --json | { sleep 2; cat; }`;
  const { stdout } = await promisify(execFile)('bash', ['-c', command], {
    cwd: at.repo.root,
    env: at.env,
    maxBuffer: 1e8,
  });
  const lines = stdout.trim().split('\n');
  expect(Buffer.byteLength(stdout)).toBeGreaterThan(65_536 * 3);
  expect(lines.map((line) => /^\{"type":"([a-z.]+)".*\}$/.exec(line)?.[1])).toContain('review.given');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'end', exit: 0 });
});

test.concurrent('a reader that goes away ends nothing but the printing', async () => {
  const { at } = await finished();
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', `"${process.execPath}" "${bin}" log --json | head -1; echo "\${PIPESTATUS[0]}"`],
    { cwd: at.repo.root, env: at.env },
  );
  expect(stdout).toMatch(/^\{"type":"run\.started".*\n0\n$/);
});

test.concurrent('every setting in force is shown with where it comes from, keys by name only', async () => {
  const files = { 'agents.yaml': 'limits: { parallel: 2 }\nroles: { coder: { turns: 7 } }\n' };
  const at = await scene({ files });
  const env = { OPENAI_API_KEY: 'sk-secret-0123456789', ORCHESTRATE_MINUTES: '5' };
  const shown = await at.run(['config', '--budget', '3'], { env });
  expect(shown).toMatchObject({ exit: 0, stderr: '' });
  expect(shown.stdout).toMatch(/^parallel +2 +agents\.yaml:1:21$/m);
  expect(shown.stdout).toMatch(/^minutes +5 +ORCHESTRATE_MINUTES$/m);
  expect(shown.stdout).toMatch(/^budget +3 +--budget$/m);
  expect(shown.stdout).toMatch(/^attempts +3 +built in$/m);
  expect(shown.stdout).toMatch(/^roles\.coder\.turns +7 +agents\.yaml:2:/m);
  expect(shown.stdout).not.toContain('sk-secret');
  const json = await at.run(['config', '--json'], { env });
  expect(json.records.find((r) => r['key'] === 'parallel')).toMatchObject({
    type: 'setting',
    value: 2,
    origin: { source: 'repository', place: 'agents.yaml:1:21' },
  });
});

test.concurrent('the doctor says what confines commands', async () => {
  const at = await scene();
  const external = await at.run(['doctor'], { env: { ORCHESTRATE_SANDBOX: 'external' } });
  expect(external.stdout).toMatch(/note +sandbox: not ours/);
});
