import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { bin } from './program.ts';
import { attempted, refused, userOf } from './refusal.ts';
import { bash, checkpoint, done, expectExit, finish, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
/** A run that waits with a question, so that it has a past and a future. */
const asking = async () => {
  const at = await scene({
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: [
        writes('half.txt', 'half\n'),
        finish({ outcome: 'question', question: 'Which?' }),
        writes('c.txt', 'new\n'),
        done(),
      ],
    },
  });
  expectExit(await at.run(['spec.md', ...CHECK]), 6);
  expectExit(await at.run(['answer', 'This one.']), 0);
  return at;
};
test.concurrent('a last line that was torn by a power cut is cut off, and the run goes on', async () => {
  const at = await asking();
  await appendFile(path.join(await at.records(), 'journal.jsonl'), '{"v":1,"seq":99,"at":"2026-');
  const resumed = await at.run(['resume']);
  expectExit(resumed, 0);
  expect(await at.branch('c.txt')).toBe('new');
});

/** What a journal may look like after damage, and how that is told. */
const DAMAGES: readonly (readonly [(lines: readonly string[]) => readonly string[], RegExp])[] = [
  [(lines) => lines.with(1, 'garbage'), /journal\.jsonl, line 2 .*not JSON/],
  [(lines) => lines.toSpliced(1, 1), /journal\.jsonl, line 2 .*expected event 1/],
  [
    (lines) => lines.with(1, (lines[1] ?? '').replace('"ms":', '"ms":1')),
    /journal\.jsonl, line 3 .*has been altered/,
  ],
  [(lines) => [(lines[0] ?? '').slice(0, 40)], /no event is left of a run that had begun/],
  [() => [], /the journal is empty/],
];

test.concurrent('damage is an error with its place, never an empty run', async () => {
  const at = await asking();
  const journal = path.join(await at.records(), 'journal.jsonl');
  const lines = (await readFile(journal, 'utf8')).split('\n');
  const asked = at.server.requests.length;
  for (const [damage, told] of DAMAGES) {
    const damaged = damage(lines).join('\n');
    await writeFile(journal, damaged);
    const resumed = await at.run(['resume']);
    expectExit(resumed, 3);
    expect(resumed.stderr).toMatch(told);
    expect(await readFile(journal, 'utf8')).toBe(damaged);
  }
  for (const args of [['status'], ['log']]) {
    expectExit(await at.run(args), 3);
  }
  expect(at.server.requests).toHaveLength(asked);
});

test.concurrent(
  'working copies that were removed are made again, and the work so far is in them',
  async () => {
    const at = await asking();
    const before = await userOf(at);
    await rm(path.join(await at.records(), '../../slots'), { recursive: true });
    const resumed = await at.run(['resume']);
    expectExit(resumed, 0);
    expect(await at.branch('half.txt')).toBe('half');
    expect(await at.branch('c.txt')).toBe('new');
    expect(await userOf(at)).toEqual(before);
  },
);

test.concurrent('a branch of the run that somebody moved is told, and left where it is', async () => {
  const at = await scene({
    script: {
      planner: [plans(checkpoint('c1', { files: ['a.txt'] }), checkpoint('c2', { after: ['c1'] }))],
      'coder c1': [writes('a.txt', 'A\n'), done()],
      'coder c2': [finish({ outcome: 'question', question: 'Which?' }), writes('c.txt', 'new\n'), done()],
    },
  });
  const ran = await at.run(['spec.md', ...CHECK, '--json']);
  expectExit(ran, 6);
  const branch = String(ran.records.at(-1)?.['branch']);
  await at.repo.git('branch', '-f', branch, 'main');
  expectExit(await at.run(['answer', 'This one.']), 0);
  const resumed = await at.run(['resume']);
  expectExit(resumed, 6);
  expect(resumed.stderr).toMatch(new RegExp(`${branch} was moved by somebody else`));
  expect(await at.repo.git('rev-parse', branch)).toBe(await at.repo.git('rev-parse', 'main'));
});

test.concurrent('records that cannot be kept stop a run before it begins', async () => {
  const at = await scene();
  const file = path.join(at.repo.home, 'file');
  await writeFile(file, '');
  expect(await attempted(at, ['spec.md'], { env: { XDG_STATE_HOME: file } })).toEqual(
    refused(3, /cannot be kept in .*file/, /XDG_STATE_HOME/),
  );
});

test.concurrent("the user's own settings say where records are, for every command", async () => {
  const at = await scene({
    script: { planner: [plans(checkpoint('c1'))], coder: [bash('echo x > c.txt'), done()] },
  });
  await at.repo.write('../config/orchestrate/config.yaml', `stateFolder: ${at.repo.home}/elsewhere\n`);
  expectExit(await at.run(['spec.md', ...CHECK]), 0);
  expect(await at.records()).toContain(`${at.repo.home}/elsewhere/`);
});

test.concurrent(
  'an endpoint that dies in mid-run is waited for a while, then the run can be resumed',
  async () => {
    const settings = 'models: { test-model: { retries: { failures: 1, wait: 1s, longest: 1s } } }\n';
    const at = await scene({
      files: { 'check.sh': 'echo "ok 1 - x"; echo 1..1\n', 'agents.yaml': settings },
      script: {
        planner: [plans(checkpoint('c1'))],
        coder: [writes('c.txt', 'new\n'), { dies: true }, done()],
      },
    });
    const ran = await at.run(['spec.md', ...CHECK, '--json']);
    expectExit(ran, 7);
    expect(ran.records.at(-1)).toMatchObject({ type: 'end', reason: 'provider', exit: 7 });
    const down = await at.run(['resume', '--json']);
    expectExit(down, 3);
    expect(down.stderr).toMatch(/127\.0\.0\.1/);
    await at.server.comeBack();
    const resumed = await at.run(['resume', '--json']);
    expectExit(resumed, 0);
    expect(at.sent('planner')).toHaveLength(1);
    expect(await at.branch('c.txt')).toBe('new');
  },
);

test.concurrent('a disk without room stops a run cleanly, and it goes on once there is some', async () => {
  const at = await scene({
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: [writes('half.txt', 'half\n'), writes('large.txt', 'x'.repeat(20_000)), done()],
    },
  });
  // As on a full disk, writes fail: no file may grow beyond 12 kB.
  const command = `trap '' XFSZ; ulimit -f 12; exec "$0" "$@"`;
  const args = ['-c', command, process.execPath, bin, 'spec.md', ...CHECK, '--json'];
  const { exitCode, stdout, stderr } = await execa('bash', args, {
    cwd: at.repo.root,
    env: at.env,
    extendEnv: false,
    reject: false,
  });
  expectExit({ exit: exitCode ?? null, stderr }, 3);
  expect(JSON.parse(stdout.split('\n').at(-1) ?? '')).toMatchObject({
    type: 'end',
    outcome: 'paused',
    reason: 'environment',
    exit: 3,
    open: ['c1'],
  });
  const resumed = await at.run(['resume']);
  expectExit(resumed, 0);
  expect(await at.branch('half.txt')).toBe('half');
});
