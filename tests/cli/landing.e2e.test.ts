import { expect, test } from 'vitest';
import type { Answer, Sent } from './endpoint.ts';
import { userOf } from './refusal.ts';
import { checkpoint, done, expectExit, FILES, finish, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh', '--parallel', '2'];
const briefOf = (sent: Sent | undefined) => sent?.messages[1]?.content ?? '';

/** A coder that writes one file, another text in it where an attempt went before, and is done. */
const coding =
  (file: string, { first, again }: { readonly first: string; readonly again: string }) =>
  (sent: Sent): Answer =>
    sent.messages.length > 2
      ? done()
      : writes(file, briefOf(sent).includes('Earlier attempts') ? again : first);

test.concurrent(
  'two that change the same line: the second one is done again by its owner, with both sides before it',
  async () => {
    const at = await scene({
      script: {
        planner: [plans(checkpoint('c1'), checkpoint('c2'))],
        'coder c1': coding('a.txt', { first: 'one of c1\n', again: 'one of both\n' }),
        'coder c2': coding('a.txt', { first: 'one of c2\n', again: 'one of both\n' }),
      },
    });
    const before = await userOf(at);
    const ran = await at.run(['spec.md', ...CHECK, '--json']);
    expectExit(ran, 0);
    expect(ran.records).toContainEqual(
      expect.objectContaining({ type: 'attempt.failed', failure: 'conflict' }),
    );
    const again = briefOf(at.sent('coder').find((sent) => briefOf(sent).includes('no longer fits')));
    expect(again).toMatch(/\+one of c1/);
    expect(again).toMatch(/\+one of c2/);
    expect(await at.branch('a.txt')).toBe('one of both');
    expect(await userOf(at)).toEqual(before);
  },
);

test.concurrent(
  'two that change different files land one after the other, each on a green head',
  async () => {
    const at = await scene({
      script: {
        planner: [plans(checkpoint('c1', { files: ['a.txt'] }), checkpoint('c2', { files: ['b.txt'] }))],
        'coder c1': [writes('a.txt', 'one more\n'), done()],
        'coder c2': [writes('b.txt', 'two more\n'), done()],
      },
    });
    const ran = await at.run(['spec.md', ...CHECK, '--json']);
    expectExit(ran, 0);
    expect(ran.records.at(-1)).toMatchObject({
      type: 'end',
      outcome: 'done',
      exit: 0,
      landed: ['c1', 'c2'],
      open: [],
    });
    expect(await at.branch('a.txt')).toBe('one more');
    expect(await at.branch('b.txt')).toBe('two more');
    const head = String(ran.records.at(-1)?.['head']);
    expect(await at.repo.git('rev-list', '--count', `main..${head}`)).toBe('2');
  },
);

test.concurrent(
  'what each change passes alone but both together break is found before it lands',
  async () => {
    const check =
      'test "$(cat a.txt b.txt)" != "x\nx" || { echo "not ok 1 - not both"; exit 1; }\necho "ok 1 - not both"; echo 1..1\n';
    const at = await scene({
      files: { ...FILES, 'check.sh': check },
      script: {
        planner: [plans(checkpoint('c1', { files: ['a.txt'] }), checkpoint('c2', { files: ['b.txt'] }))],
        'coder c1': coding('a.txt', { first: 'x\n', again: 'y\n' }),
        'coder c2': coding('b.txt', { first: 'x\n', again: 'y\n' }),
      },
    });
    const ran = await at.run(['spec.md', ...CHECK]);
    expectExit(ran, 0);
    expect([await at.branch('a.txt'), await at.branch('b.txt')].toSorted()).toEqual(['x', 'y']);
  },
);

test.concurrent(
  'what depends on a blocked checkpoint is blocked by it, and what does not depend lands',
  async () => {
    const at = await scene({
      script: {
        planner: [
          plans(
            checkpoint('c1'),
            checkpoint('c2', { after: ['c1'] }),
            checkpoint('c3', { files: ['c.txt'] }),
          ),
        ],
        'coder c1': [finish({ outcome: 'impossible', reason: 'it cannot be' })],
        'coder c3': [writes('c.txt', 'new\n'), done()],
      },
    });
    const ran = await at.run(['spec.md', ...CHECK, '--json']);
    expectExit(ran, 1);
    expect(ran.records.at(-1)).toMatchObject({
      type: 'end',
      outcome: 'blocked',
      exit: 1,
      landed: ['c3'],
      open: ['c1', 'c2'],
    });
    expect(ran.records).toContainEqual(
      expect.objectContaining({ type: 'checkpoint.blocked', checkpoint: 'c2', reason: 'blocked by c1' }),
    );
    expect(await at.branch('c.txt')).toBe('new');
    expect(ran.records.filter((r) => r.type === 'attempt.started').map((r) => r['attempt'])).toEqual([
      'c1.a1',
      'c3.a1',
    ]);
  },
);

test.concurrent('what comes after others starts from their merged work and is told of it', async () => {
  const at = await scene({
    script: {
      planner: [
        plans(
          checkpoint('c1', { files: ['a.txt'] }),
          checkpoint('c2', { files: ['b.txt'] }),
          checkpoint('c3', { after: ['c1', 'c2'] }),
        ),
      ],
      'coder c1': [writes('a.txt', 'A\n'), done('made A')],
      'coder c2': [writes('b.txt', 'B\n'), done('made B')],
      'coder c3': [{ calls: [{ name: 'bash', arguments: { command: 'cat a.txt b.txt > c.txt' } }] }, done()],
    },
  });
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 0);
  expect(await at.branch('c.txt')).toBe('A\nB');
  const brief = briefOf(at.sent('coder').find((sent) => briefOf(sent).includes('# c3:')));
  expect(brief).toMatch(/made A/);
  expect(brief).toMatch(/made B/);
});

test.concurrent("a branch of that name that is somebody else's is left alone", async () => {
  const at = await scene({
    script: { planner: [plans(checkpoint('c1'))], coder: [writes('c.txt', 'x\n'), done()] },
  });
  await at.repo.git('branch', 'orchestrate');
  const ran = await at.run(['spec.md', ...CHECK, '--json']);
  expectExit(ran, 0);
  expect(await at.repo.git('rev-parse', 'orchestrate')).toBe(await at.repo.git('rev-parse', 'main'));
  const branch = String(ran.records.at(-1)?.['branch']);
  expect(await at.repo.git('show', `${branch}:c.txt`)).toBe('x');
});
