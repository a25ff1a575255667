import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openNew } from '../../src/cli/opening.ts';
import { livePaths } from '../../src/cli/recording.ts';
import { repositoryState, stateRoot } from '../../src/io/state.ts';
import { inOrder } from '../../src/model/in-order.ts';
import { replay } from '../../src/model/replay.ts';
import { bash, checkpoint, done, plans, scene, writes } from '../cli/scene.ts';
import { makeRepo } from '../run/repo.ts';
import { accepting, eventsOf, filesWith, linesOf, MODELS, turn } from './world.ts';

const KEY = 'unit-4f6c0b1d9e8a7352';
const FILES = filesWith(MODELS);
const SPEC = '# Change\n\n1. Change it.\n';

/** Two checkpoints side by side; one of them is red at first. */
async function finished() {
  const at = await scene({
    files: FILES,
    spec: SPEC,
    script: {
      planner: [
        plans(checkpoint('c1', { files: ['broken', 'c.txt'] }), checkpoint('c2', { files: ['d.txt'] })),
      ],
      'coder c1': (sent) =>
        sent.model === 'small'
          ? ([writes('broken', 'x'), bash('ls && git log -1 --format=%H'), done()][turn(sent)] ?? done())
          : ([bash('rm broken && echo fine > c.txt'), done()][turn(sent)] ?? done()),
      'coder c2': (sent) => [writes('d.txt', 'new\n'), done()][turn(sent)] ?? done(),
      reviewer: accepting,
    },
  });
  const ran = await at.run(['spec.md'], { env: { OPENAI_API_KEY: KEY } });
  expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 0 });
  return at;
}

test('a run of the past is shown again without a model, in words and as its very events', async () => {
  const at = await finished();
  const before = at.server.requests.length;
  const shown = await at.run(['replay', '--speed', '100000']);
  expect(shown.exit).toBe(0);
  expect(shown.stderr).toMatch(/as it was recorded[^]*c1\.a1 +check red[^]*done: 2 landed[^]*Spent/);
  const json = await at.run(['replay', '--speed', '100000', '--json']);
  expect(json.records.map(({ type }) => type)).toEqual([
    ...(await linesOf(at)).map(({ event }) => event.type),
    'end',
  ]);
  expect(at.server.requests.length).toBe(before);
});

test('a conversation is printed for reading, and one that is not there is told with those that are', async () => {
  const at = await finished();
  const { stdout } = await at.run(['replay', '--transcript', 'c1.a1.coder']);
  expect(stdout).toMatch(/^system {2}You write.* \(\+ \d+ lines\)$/m);
  expect(stdout).toMatch(/^said {2}small · .* in, .* out · \$0\.0\d+$/m);
  expect(stdout).toMatch(/^ {2}→ write \{"path":"broken","content":"x"\}$/m);
  expect(stdout).toMatch(/^ {4}ok {2}exit 0/m);
  const missing = await at.run(['replay', '--transcript', 'c9.a1.coder']);
  expect(missing.exit).toBe(2);
  expect(missing.stderr).toContain('c1.a1.coder, c1.a1.reviewer'.split(',')[0]);
});

test('a finished run goes the same way again when it is served from its own transcripts', async () => {
  const at = await finished();
  const tape = path.join(at.repo.home, 'tape.jsonl');
  const wrote = await at.run(['replay', '--recording', tape], { env: { OPENAI_API_KEY: KEY } });
  expect({ exit: wrote.exit, stderr: wrote.stderr }).toMatchObject({ exit: 0 });
  const recording = await readFile(tape, 'utf8');
  expect(recording).not.toContain(KEY);
  expect(recording).not.toContain(at.repo.home);

  const repo = await makeRepo(FILES);
  onTestFinished(repo.remove);
  const { slots } = await repositoryState(stateRoot(repo.env), path.join(repo.root, '.git'));
  const served = replay(recording, livePaths({ slots, root: repo.root }));
  const model = inOrder(served);
  const opened = await openNew({
    cwd: repo.root,
    version: '0.0.0',
    env: { ...repo.env, OPENAI_API_KEY: KEY },
    spec: { bytes: Buffer.from(SPEC), source: 'spec.md' },
    models: ({ conversation }) => model(conversation),
  });
  const { run } = await opened.drive(new AbortController().signal);
  expect(run.ending).toEqual({ outcome: 'done', detail: '2 landed' });
  expect(served.left()).toEqual([]);
  const treeOf = async (git: typeof repo.git, commit: string) => git('rev-parse', `${commit}^{tree}`);
  const [checked] = await eventsOf(at, 'run.checked');
  expect(await treeOf(repo.git, run.head)).toBe(await treeOf(at.repo.git, checked?.commit ?? ''));
});
