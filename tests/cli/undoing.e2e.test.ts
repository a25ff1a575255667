import path from 'node:path';
import { expect, test } from 'vitest';
import { userOf } from './refusal.ts';
import {
  checkpoint,
  done,
  expectExit,
  expectSaid,
  FILES,
  plans,
  scene,
  writes,
  type Scene,
} from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];

/** Three have landed: c3 builds on c2, c1 stands by itself. The check wants what c1 brings once c3's `needs-c` is there. */
const landed = async (more: { readonly third?: string } = {}): Promise<Scene> => {
  const at = await scene({
    files: {
      ...FILES,
      'check.sh':
        'set -e\nif test -e needs-c; then grep -q new c.txt || { echo "not ok 1 - c"; exit 1; }; fi\necho "ok 1 - whole"; echo "1..1"\n',
    },
    script: {
      planner: [
        plans(
          checkpoint('c1', { files: ['c.txt'] }),
          checkpoint('c2', { files: ['d.txt'] }),
          checkpoint('c3', { files: [more.third ?? 'e.txt'], after: ['c2'] }),
        ),
      ],
      'coder c1': [writes('c.txt', 'new\n'), done()],
      'coder c2': [writes('d.txt', 'd\n'), done()],
      'coder c3': [writes(more.third ?? 'e.txt', 'e\n'), done()],
    },
  });
  expectExit(await at.run(['spec.md', ...CHECK, '--parallel', '1']), 0);
  return at;
};
const branchOf = async (at: Scene): Promise<string> =>
  at.repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/orchestrate/');
const filesOn = async (at: Scene): Promise<string[]> =>
  (await at.repo.git('ls-tree', '-r', '--name-only', await branchOf(at))).split('\n');

test.concurrent(
  'the first of three is taken back: the others are on the branch anew, each checked',
  async () => {
    const at = await landed();
    const before = await at.repo.git('rev-parse', await branchOf(at));
    const calls = at.server.requests.length;
    expectExit(await at.run(['apply']), 0);
    const user = await userOf(at);
    const undone = await at.run(['undo', 'c1']);
    expectExit(undone, 0);
    expect(undone.stdout).toMatch(/c1 is taken back.*2 that landed later are on it anew, each checked/);
    expect(undone.stdout).toMatch(
      /The branch that you are on has it already, and is not touched.*git revert/,
    );
    expect(await filesOn(at)).toEqual(['a.txt', 'b.txt', 'check.sh', 'd.txt', 'e.txt']);
    expect(await at.repo.git('for-each-ref', '--format=%(objectname)', 'refs/orchestrate/*/undone/*')).toBe(
      before,
    );
    expect(await userOf(at)).toEqual(user);
    expect(at.server.requests).toHaveLength(calls);
    const status = await at.run(['status']);
    expect(status.stdout).toMatch(/c1.*blocked: taken back by you/s);
    const log = await at.run(['log', '--json']);
    const event = log.records.find((r) => r.type === 'checkpoint.undone');
    expect(event).toMatchObject({
      replayed: [
        { attempt: 'c2.a1', check: { status: 'passed' } },
        { attempt: 'c3.a1', check: { status: 'passed' } },
      ],
    });
    const resumed = await at.run(['resume', '--json']);
    expectExit(resumed, 1);
    expect(resumed.records.at(-1)).toMatchObject({ outcome: 'blocked', landed: ['c2', 'c3'], open: ['c1'] });
  },
);

test.concurrent(
  'what others build on, or cannot do without, stays; what was taken back can be done again',
  async () => {
    const at = await landed({ third: 'needs-c' });
    const before = await at.repo.git('rev-parse', await branchOf(at));
    const built = await at.run(['undo', 'c2']);
    expectSaid(built, 2, /c3 builds on c2.*orchestrate undo c3/);
    const needed = await at.run(['undo', 'c1']);
    expectSaid(needed, 1, /Without c1 the check is not green on c3/);
    expect(await at.repo.git('rev-parse', await branchOf(at))).toBe(before);
    expectExit(await at.run(['undo', 'c3']), 0);
    expect(await filesOn(at)).not.toContain('needs-c');
    expect((await at.run(['undo', 'c3'])).stderr).toMatch(/has not landed/);
    expectExit(await at.run(['undo', 'c1']), 0);
    expect(await filesOn(at)).toEqual(['a.txt', 'b.txt', 'check.sh', 'd.txt']);
    const checkedOut = await at.repo.git(
      'worktree',
      'add',
      '-q',
      path.join(at.repo.home, 'other'),
      (await branchOf(at)).slice(11),
    );
    expect(checkedOut).toBe('');
    const held = await at.run(['undo', 'c2']);
    expectSaid(held, 3, /is checked out in/);
  },
);

test.concurrent('killed between its record and the branch, going on moves the branch', async () => {
  const at = await landed();
  const killed = await at.run(['undo', 'c1'], { env: { ORCHESTRATE_KILL_AT: 'event.checkpoint.undone' } });
  expect(killed.signal).toBe('SIGKILL');
  expect(await filesOn(at)).toContain('c.txt');
  await at.repo.git('gc', '--quiet', '--prune=now');
  expectExit(await at.run(['resume']), 1);
  expect(await filesOn(at)).toEqual(['a.txt', 'b.txt', 'check.sh', 'd.txt', 'e.txt']);
});
