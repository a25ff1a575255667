import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fold } from '../../src/domain/apply.ts';
import { branchRef } from '../../src/domain/ids.ts';
import type { Run } from '../../src/domain/run.ts';
import { openGit } from '../../src/io/git/open.ts';
import type { Reply } from '../../src/model/model.ts';
import { call, says } from '../../src/model/scripted.ts';
import { rewind, takeBack, undoneRef } from '../../src/run/undo.ts';
import { Workspaces } from '../../src/run/workspaces.ts';
import { accepts, done, plans } from '../specs/session.ts';
import { after } from '../domain/world.ts';
import { played, point } from './played.ts';

/** c3 needs what c2 brings, and c4 changes the line that c1 has written. */
const CHECK =
  'test ! -e c.txt || test -e b.txt || { echo "not ok 1 - c"; exit 1; }; echo "ok 1 - c"; echo 1..1\n';
const WRITES: readonly (readonly [file: string, content: string])[] = [
  ['a.txt', 'one\n'],
  ['b.txt', 'b\n'],
  ['c.txt', 'c\n'],
  ['a.txt', 'two\n'],
];

async function landed() {
  const points = WRITES.map((_, i) => point(`c${String(i + 1)}`, i > 0 ? { after: [`c${String(i)}`] } : {}));
  const coders = WRITES.map(([file, content], i): [string, Reply[]] => [
    `c${String(i + 1)}.a1.coder`,
    [says('', call('write', { path: file, content })), done('done')],
  ]);
  const reviews = points.map((p): [string, Reply[]] => [
    `${p.id}.a1.reviewer`,
    [accepts(p, { reason: 'fine', evidence: ['the diff'] })],
  ]);
  const whole = accepts(point('all', { acceptance: ['all'] }), { reason: 'fine', evidence: ['the diff'] });
  const ran = await played({
    files: { 'a.txt': 'zero\n', 'check.sh': CHECK },
    check: 'sh check.sh',
    session: {
      planner: [plans(['all'], ...points)],
      'final.reviewer': [whole],
      ...Object.fromEntries([...coders, ...reviews]),
    },
  });
  expect(ran.exit).toBe(0);
  const run = fold(ran.events);
  return { ...ran, run };
}

async function worldIn(root: string, run: Run) {
  const opened = await openGit({ dir: root, env: process.env });
  if (opened.kind !== 'repository') {
    throw new Error(opened.kind);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'undo-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const at = (name: string): string => path.join(folder, name);
  const { git } = opened;
  const workspaces = new Workspaces({
    git,
    filter: () => ({ push: (chunk) => chunk, settle: () => Buffer.alloc(0), end: () => Buffer.alloc(0) }),
    env: { PATH: process.env['PATH'] ?? '' },
    fixed: {},
    folder: at('slots'),
    trash: at('trash'),
    logs: at('logs'),
    settings: run.settings,
    begun: async () => Promise.resolve(false),
  });
  return { git, workspaces, logs: at('logs') };
}

const { signal } = new AbortController();
const control = { signal, stopping: signal, words: () => [] };

test(
  'a checkpoint is taken back only where what landed later stays the change that was accepted, and green',
  { timeout: 180_000 },
  async () => {
    const { run, root, git } = await landed();
    const world = await worldIn(root, run);
    const back = async (id: string) => takeBack(id, run, world, control);
    const [one, two] = [await back('c1'), await back('c2')];
    expect(one).toMatchObject({
      ok: false,
      why: expect.stringMatching(/c4 landed later and changes the same lines of a.txt/) as string,
    });
    expect(two).toMatchObject({
      ok: false,
      why: expect.stringMatching(/^Without c2 the check is not green on c3: exit 1/) as string,
    });
    expect(await git('rev-parse', run.branch)).toBe(run.head);

    const last = await back('c4');
    const below = await git('rev-parse', `${run.head}^`);
    expect(last).toMatchObject({ ok: true, event: { checkpoint: 'c4', head: below, replayed: [] } });

    const three = await back('c3');
    if (!three.ok) {
      throw new Error(three.why);
    }
    const { head, replayed } = three.event;
    expect(replayed).toMatchObject([{ attempt: 'c4.a1', commit: head, check: { status: 'passed' } }]);
    expect(await git('ls-tree', '--name-only', head)).not.toContain('c.txt');
    expect(await git('show', `${head}:a.txt`)).toBe('two');
    expect(await git('rev-parse', `refs/orchestrate/${run.id}/c4.a1/head`)).toBe(head);

    const without = after(run, { type: 'run.reopened' }, three.event);
    await git('update-ref', branchRef(run.branch), below);
    expect(await rewind(without, world.git)).toMatchObject({
      type: 'run.paused',
      detail: expect.stringContaining(`set it back to ${run.head}`) as string,
    });
    await git('update-ref', branchRef(run.branch), run.head);
    expect(await rewind(without, world.git)).toEqual({ type: 'run.rewound', from: run.head });
    expect(await git('rev-parse', run.branch, undoneRef(run.id, run.head))).toBe(`${head}\n${run.head}`);
  },
);
