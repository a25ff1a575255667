import { existsSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { looksOf } from './refusal.ts';
import { checkpoint, done, expectExit, expectSaid, finish, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const landed = async (content = 'new\n') => {
  const at = await scene({
    spec: null,
    script: {
      planner: () => plans(checkpoint('c1')),
      coder: (_, n) => (n % 2 === 1 ? writes('c.txt', content) : done()),
    },
  });
  const ran = await at.run(['-', ...CHECK, '--json'], { input: '# Change\n\n1. Change it.\n' });
  expectExit(ran, 0);
  const end = ran.records.at(-1);
  return { at, head: String(end?.['head']), branch: String(end?.['branch']), id: String(end?.['run']) };
};

test.concurrent(
  'applied to an unmoved branch, the work is a fast-forward; a second time there is nothing to do',
  async () => {
    const { at, head, branch } = await landed();
    const applied = await at.run(['apply']);
    expectExit(applied, 0);
    expect(applied.stdout).toMatch(/fast-forward/);
    expect(await at.repo.git('rev-parse', 'main')).toBe(head);
    expect(await at.repo.git('status', '--porcelain')).toBe('');
    const again = await at.run(['apply']);
    expect(again).toMatchObject({ exit: 0 });
    expect(again.stdout).toContain(`already has everything of ${branch}`);
  },
);

test.concurrent('applied to a branch that went on, the work is merged', async () => {
  const { at, head } = await landed();
  await at.repo.write('d.txt', 'mine\n');
  await at.repo.git('add', '.');
  await at.repo.git('commit', '-qm', 'mine');
  const applied = await at.run(['apply']);
  expectExit(applied, 0);
  expect(applied.stdout).toMatch(/merge commit/);
  expect(await at.repo.git('rev-parse', 'main^2')).toBe(head);
  expect(await at.repo.git('show', 'main:d.txt', 'main:c.txt')).toBe('mine\nnew');
});

test.concurrent('what does not merge changes nothing, and names the files', async () => {
  const { at } = await landed();
  await at.repo.write('c.txt', 'mine\n');
  await at.repo.git('add', '.');
  await at.repo.git('commit', '-qm', 'mine');
  const before = await looksOf(at);
  const applied = await at.run(['apply']);
  expectExit(applied, 1);
  expect(applied.stderr).toMatch(/c\.txt.*Nothing was changed.*git merge/);
  expect(await looksOf(at)).toEqual(before);
  expect(existsSync(path.join(at.repo.root, '.git/MERGE_HEAD'))).toBe(false);
});

test.concurrent('uncommitted changes are never merged into', async () => {
  const { at } = await landed();
  await at.repo.write('a.txt', 'changed\n');
  const before = await looksOf(at);
  const applied = await at.run(['apply']);
  expectExit(applied, 3);
  expect(applied.stderr).toMatch(/Nothing was merged: .* orchestrate apply \S+ --branch <name>/);
  expect(await looksOf(at)).toEqual(before);
});

test.concurrent('where nothing landed there is nothing to apply', async () => {
  const at = await scene({ script: { planner: [finish({ nothing_to_do: 'all there' })] } });
  expect((await at.run(['spec.md', ...CHECK])).exit).toBe(0);
  const applied = await at.run(['apply']);
  expect(applied.exit).toBe(2);
  expect(applied.stderr).toMatch(/Nothing has landed in any run/);
});

test.concurrent(
  'cleaning shows first, keeps what is merged nowhere, and takes only what is its own',
  async () => {
    const { at, id, branch, head } = await landed();
    await at.repo.git('branch', 'orchestrate/mine', 'main');
    const before = await looksOf(at);
    const shown = await at.run(['clean']);
    expectExit(shown, 0);
    expect(shown.stdout).toContain(id);
    expect(shown.stdout).toMatch(/not merged anywhere: refs\/heads\/orchestrate\//);
    expect(shown.stdout).toMatch(/--yes/);
    expect(await looksOf(at)).toEqual(before);

    expect(shown.stdout).toMatch(/working copies: .*slots/);

    const kept = await at.run(['clean', '--yes']);
    expectExit(kept, 0);
    expect(kept.stdout).toMatch(/--force/);
    expect(await at.repo.git('rev-parse', branch)).toBe(head);

    const gone = await at.run(['clean', id.slice(-3), '--yes', '--force']);
    expectExit(gone, 0);
    expect(await at.repo.git('for-each-ref', '--format=%(refname)')).toBe(
      'refs/heads/main\nrefs/heads/orchestrate/mine',
    );
    expect((await at.run(['status'])).stderr).toMatch(/no run in this repository yet/);
    expect((await at.run(['clean'])).stdout).toBe('nothing to clean');
  },
);

test.concurrent(
  'what was merged is cleaned without force, and an unfinished run is not cleaned by the way',
  async () => {
    const { at } = await landed();
    expect((await at.run(['apply'])).exit).toBe(0);
    const waiting = await at.run(['-', '--approve', 'plan', ...CHECK], { input: '# More\n\n1. More.\n' });
    expectExit(waiting, 6);
    const cleaned = await at.run(['clean', '--yes']);
    expectExit(cleaned, 0);
    expect(cleaned.stdout).not.toMatch(/not merged anywhere/);
    expect(await at.repo.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect((await at.run(['status'])).stdout).toMatch(/More/);
    const bad = await at.run(['clean', '--older-than', 'soon']);
    expect(bad.exit).toBe(2);
    expect(bad.stderr).toMatch(/--older-than/);
  },
);

test.concurrent(
  'cleaning leaves an unfinished attempt its working copy, and takes what dead processes left',
  async () => {
    const at = await scene({
      script: {
        planner: [plans(checkpoint('c1'))],
        coder: [writes('half.txt', 'half\n'), writes('c.txt', 'new\n'), done()],
      },
    });
    // The second reply of the coder is in, its call not yet.
    const killed = await at.run(['spec.md', ...CHECK], {
      env: { ORCHESTRATE_KILL_AT: 'event.model.called:3' },
    });
    expect(killed.signal).toBe('SIGKILL');
    const id = path.basename(await at.records());
    const stray = execa('sleep', ['60'], { env: { ORCHESTRATE_RUN: id }, reject: false });
    // Its first event was not whole yet, so it never was a run: the one before is still the newest.
    await at.repo.write('mine.txt', 'mine\n');
    const env = { ORCHESTRATE_KILL_AT: 'line.half' };
    const unborn = await at.run(['spec.md', '--include-dirty', ...CHECK], { env });
    expect(unborn.signal).toBe('SIGKILL');
    const shown = await at.run(['clean']);
    expectSaid(shown, 0, new RegExp(`process ${String(stray.pid)} of run ${id} is still there: sleep 60`));
    expect(shown.stdout).toMatch(/run \S+ never began.*\n.*refs\/orchestrate\/\S+\/dirty .*\n.*--force/);
    expect(shown.stdout).not.toMatch(/working copies/);
    expectExit(await at.run(['clean', '--yes']), 0);
    expect(await at.repo.git('for-each-ref', 'refs/orchestrate/*/dirty')).not.toBe('');
    expectExit(await at.run(['clean', '--yes', '--force']), 0);
    expect(await at.repo.git('for-each-ref', 'refs/orchestrate/*/dirty')).toBe('');
    expect((await stray).signal).toBe('SIGKILL');
    expect((await at.run(['clean'])).stdout).toBe(
      `nothing to clean\n${id} is unfinished and stays; remove it by its name: orchestrate clean ${id} --yes`,
    );
    const resumed = await at.run(['resume', '--json']);
    expectExit(resumed, 0);
    expect(resumed.records.filter((r) => r.type === 'attempt.started')).toHaveLength(1);
    expect(await at.branch('half.txt')).toBe('half');
    expect(at.sent('coder')).toHaveLength(3);
  },
);
