import { expect, test } from 'vitest';
import type { Model, Reply } from '../../src/model/model.ts';
import { call, says, scripted } from '../../src/model/scripted.ts';
import type { Caller } from '../../src/run/models.ts';
import { accepts, done, plans } from '../specs/session.ts';
import { played, point, type Played } from './played.ts';
import { expectProven } from './proven.ts';

/** A list with a line for each checkpoint, far enough apart for git to merge; the check refuses `x` and `y` together. */
const FILES = {
  'list.txt': Array.from({ length: 60 }, (_, i) => `line ${String(i)}\n`).join(''),
  'check.sh': [
    'sleep 0.3',
    'if grep -q "is x" list.txt && grep -q "is y" list.txt; then echo "not ok 1 - apart"; exit 1; fi',
    'echo "ok 1 - apart"; echo 1..1',
    '',
  ].join('\n'),
};
const edit = (line: number, word: string): Reply =>
  says(
    '',
    call('edit', {
      path: 'list.txt',
      old: `line ${String(line)}\n`,
      new: `line ${String(line)} is ${word}\n`,
    }),
  );

const mend = (word: string): Reply =>
  says('', call('edit', { path: 'list.txt', old: ` is ${word}\n`, new: ' is z\n' }));

/** What each coder does, by checkpoint and attempt; every reviewer accepts. */
const models = (ids: readonly string[], edits: Readonly<Record<string, Reply>>) => {
  const made = new Map<string, Model>();
  return ({ role, conversation }: Caller): Model => {
    const [attempt = ''] = conversation.split(/\.(?:coder|reviewer)/);
    const model =
      made.get(conversation) ??
      scripted(
        ...(role === 'planner'
          ? [plans(['it'], ...ids.map((id) => point(id)))]
          : role === 'reviewer'
            ? [accepts(point('c1'), { reason: 'fine', evidence: ['the diff'] })]
            : [edits[attempt] ?? done('nothing'), done('done')]),
      ).model;
    made.set(conversation, model);
    return model;
  };
};

/** Every commit of the branch, in a copy of its own, under the check. */
async function replayed({ git, report }: Played): Promise<string[]> {
  const commits = (await git('rev-list', '--reverse', `${report.base}..${report.branch}`)).split('\n');
  const lists = await Promise.all(commits.map(async (commit) => git('show', `${commit}:list.txt`)));
  return lists.map((list) => (/is x/.test(list) && /is y/.test(list) ? 'red' : 'green'));
}

const ids = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
const words = ['a', 'x', 'b', 'c', 'y', 'd'];
const lines = [2, 12, 22, 32, 42, 52];

test('accepted changes to one file are checked on top of each other, and the branch is green commit by commit', async () => {
  const edits = Object.fromEntries(ids.map((id, i) => [`${id}.a1`, edit(lines[i] ?? 0, words[i] ?? '')]));
  const ran = await played({
    files: FILES,
    check: 'sh check.sh',
    parallel: 6,
    models: models(ids, { ...edits, 'c2.a2': mend('x'), 'c5.a2': mend('y') }),
  });
  expectProven(ran.events);
  expect(ran.report).toMatchObject({ outcome: 'done', exit: 0 });
  expect(new Set(await replayed(ran))).toEqual(new Set(['green']));
  expect(await replayed(ran)).toHaveLength(6);
  const landings = ran.of('checkpoint.landed');
  const trees = async (names: readonly string[]) =>
    ran.git('rev-parse', ...names.map((name) => `${name}^{tree}`));
  expect(await trees(landings.map(({ commit }) => commit))).toBe(
    await trees(landings.map(({ accepted = '' }) => accepted)),
  );
  const trailer = '%(trailers:key=Reviewed-by-model,valueonly)%(trailers:key=Check,valueonly)';
  expect(await ran.git('log', '-1', `--format=%s%n${trailer}`, ran.report.branch ?? '')).toMatch(
    /^docs: change c\d\ngiven\nsh check\.sh \(/,
  );
  const bases = ran.of('attempt.rebased').map(({ base }) => base);
  const heads = new Set(landings.map(({ accepted }) => accepted));
  expect(bases.length).toBeGreaterThan(0);
  expect(bases.some((base) => heads.has(base))).toBe(true);
  const again = ran.of('attempt.started').filter(({ attempt }) => !attempt.endsWith('.a1'));
  expect(again.map(({ attempt }) => attempt)).toEqual([expect.stringMatching(/^c[25]\.a2$/)]);
});

test('two that change the same line: the later one waits, and then its owner does it again on what has landed', async () => {
  const ran = await played({
    files: FILES,
    check: 'sh check.sh',
    parallel: 3,
    models: models(['c1', 'c2', 'c3'], {
      'c1.a1': edit(2, 'mine'),
      'c2.a1': edit(2, 'yours'),
      'c3.a1': edit(32, 'other'),
      'c1.a2': edit(42, 'again'),
      'c2.a2': edit(42, 'again'),
    }),
  });
  expectProven(ran.events);
  expect(ran.report).toMatchObject({ outcome: 'done', exit: 0 });
  expect(ran.of('attempt.failed').map(({ failure }) => failure)).toEqual(['conflict']);
  expect(await ran.file('list.txt')).toMatch(
    /line 2 is (?:mine|yours)\n[\s\S]*line 32 is other\n[\s\S]*line 42 is again/,
  );
});
