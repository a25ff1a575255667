import { expect, test } from 'vitest';
import type { Model, Reply } from '../../src/model/model.ts';
import { call, says, scripted } from '../../src/model/scripted.ts';
import type { Caller } from '../../src/run/models.ts';
import { accepts, done, plans } from '../specs/session.ts';
import { played, point } from './played.ts';
import { expectProven } from './proven.ts';

/** `all.lock` lists what lies in `parts/`, sorted, with its count: two additions always meet in it. */
const MAKE = 'ls parts > all.lock; ls parts | wc -l >> all.lock; touch stray.txt';
const FILES = {
  'parts/m.txt': 'm\n',
  'all.lock': 'm.txt\n1\n',
  'check.sh':
    'ls parts > want; ls parts | wc -l >> want; cmp -s want all.lock || { echo "not ok 1 - lock"; exit 1; }; echo "ok 1 - lock"; echo 1..1\n',
};
const adds = (name: string): Reply =>
  says(
    '',
    call('bash', {
      command: `echo ${name} > parts/${name}.txt; ls parts > all.lock; ls parts | wc -l >> all.lock`,
    }),
  );

function models({ role, conversation }: Caller): Model {
  const id = conversation.slice(0, 2);
  return (made[conversation] ??= scripted(
    ...(role === 'planner'
      ? [plans(['it'], point('c1'), point('c2'), point('c3'))]
      : role === 'reviewer'
        ? [accepts(point('c1'), { reason: 'fine', evidence: ['the diff'] })]
        : [adds({ c1: 'a', c2: 'z', c3: 'k' }[id] ?? 'x'), done('done')]),
  ).model);
}
let made: Record<string, Model> = {};

const play = async (rule: string) => {
  made = {};
  return played({
    files: { ...FILES, 'agents.yaml': `regenerate:\n  - ${rule}\n` },
    check: 'sh check.sh',
    parallel: 3,
    models,
  });
};

test('a made file that others changed, too, is made anew by its command, and nothing else of that command is taken', async () => {
  const ran = await play(`{ files: all.lock, command: "${MAKE}" }`);
  expectProven(ran.events);
  expect(ran.report).toMatchObject({ outcome: 'done', exit: 0 });
  expect(await ran.file('all.lock')).toBe('a.txt\nk.txt\nm.txt\nz.txt\n4');
  await expect(ran.file('stray.txt')).rejects.toThrow(/stray\.txt/);
  expect(ran.of('attempt.rebased').length).toBeGreaterThan(1);
  expect(ran.of('attempt.rebased').every((e) => e.samePatch && e.regenerated?.[0] === 'all.lock')).toBe(true);
  expect(ran.of('attempt.started')).toHaveLength(3);
});

test('a command that fails sends the change back to its owner, with its words', async () => {
  const ran = await play('{ files: all.lock, command: "echo no registry; false" }');
  expect(ran.of('attempt.failed')[0]).toMatchObject({
    failure: 'conflict',
    detail: expect.stringContaining('no registry') as string,
  });
});
