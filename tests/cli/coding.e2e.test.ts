import { expect, test } from 'vitest';
import type { Answer } from './endpoint.ts';
import { userOf } from './refusal.ts';
import {
  bash,
  checkpoint,
  done,
  expectExit,
  FILES,
  finish,
  plans,
  says,
  scene,
  type Stage,
  writes,
} from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const ONCE = { ...FILES, 'agents.yaml': 'limits: { attempts: 1 }\n', '.gitignore': 'ignored/\n' };
const stage = async (coder: Answer[], more: Partial<Stage> = {}) =>
  scene({ files: ONCE, ...more, script: { planner: [plans(checkpoint('c1'))], coder } });

test.concurrent('a coder that only talks is nudged once, then has changed nothing', async () => {
  const at = await stage([says('I would add a file.'), says('It is done.')]);
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 1);
  expect(at.sent('coder')[1]?.messages.at(-1)?.content).toMatch(/answered without a tool/);
  expect(ran.stderr).toMatch(/changed nothing/);
  expect(at.sent('reviewer')).toEqual([]);
});

test.concurrent.each([
  { name: 'says done without a change', coder: [done('I added c.txt and all tests pass.')] },
  { name: 'writes only what git ignores', coder: [writes('ignored/c.txt', 'x\n'), done()] },
  { name: 'puts back what it changed', coder: [bash('echo x >> a.txt; git checkout -q a.txt'), done()] },
])('a coder that $name has done nothing', async ({ coder }) => {
  const at = await stage(coder);
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 1);
  expect(ran.stderr).toMatch(/changed nothing/);
  expect(at.sent('reviewer')).toEqual([]);
  expect(await at.repo.git('branch', '--list', 'orchestrate/*')).toBe('');
});

test.concurrent('what cannot be done ends the checkpoint at once and is told to the person', async () => {
  const reason = 'The spec wants a.txt both empty and full.';
  const at = await scene({
    script: { planner: [plans(checkpoint('c1'))], coder: [finish({ outcome: 'impossible', reason })] },
  });
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 1);
  expect(ran.stderr).toContain(reason);
  expect(at.sent('coder')).toHaveLength(1);
});

test.concurrent(
  "a coder's question waits for a person, and the next attempt has question and answer",
  async () => {
    const at = await stage([
      writes('half.txt', 'half\n'),
      finish({ outcome: 'question', question: 'Tabs or blanks?' }),
      writes('c.txt', 'blanks\n'),
      done(),
    ]);
    const ran = await at.run(['spec.md', ...CHECK, '--json']);
    expectExit(ran, 6);
    expect(ran.records.at(-1)).toMatchObject({ type: 'end', outcome: 'paused', reason: 'person', exit: 6 });
    expect(JSON.stringify(ran.records.at(-1))).toMatch(/Tabs or blanks\?/);
    const again = await at.run(['resume']);
    expectExit(again, 6);
    expect((await at.run(['answer', 'Blanks.'])).exit).toBe(0);
    const resumed = await at.run(['resume']);
    expectExit(resumed, 0);
    expect(at.sent('coder').at(-1)?.messages[1]?.content).toMatch(/Tabs or blanks\?\s+Answer: Blanks\./);
    expect(await at.branch('half.txt')).toBe('half');
  },
);

test.concurrent('whether nothing had to be done is for the reviewer to say', async () => {
  const at = await stage([finish({ outcome: 'nothing_to_do', reason: 'a.txt has it' })]);
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 0);
  expect(at.sent('reviewer')[0]?.messages[1]?.content).toContain('there is no diff');
  expect(ran.stderr).toMatch(/met already/);
  expect(await at.repo.git('branch', '--list', 'orchestrate/*')).toBe('');
});

test.concurrent.each([
  { name: 'commits', command: 'git add -A && git commit -qm mine' },
  { name: 'stashes and takes back', command: 'git add -A; git stash -q && git stash pop -q' },
  { name: 'switches the branch', command: 'git switch -qc elsewhere' },
  { name: 'amends', command: 'git add -A && git commit -q --amend -m "All mine"' },
  { name: 'resets softly', command: 'git reset -q --soft HEAD' },
])(
  'a coder that $name on its own gives what lies in its files, and no ref of the user moves',
  async ({ command }) => {
    const at = await stage([bash(`echo new > c.txt; ${command}`), done()]);
    const before = await userOf(at);
    const ran = await at.run(['spec.md', ...CHECK]);
    expectExit(ran, 0);
    expect(await at.branch('c.txt')).toBe('new');
    const branch = await at.repo.git('branch', '--list', 'orchestrate/*', '--format=%(refname:short)');
    expect(await at.repo.git('rev-list', '--count', `main..${branch}`)).toBe('1');
    expect(await userOf(at)).toEqual(before);
  },
);

test.concurrent('a path that leads out of the working copy is refused with the reason', async () => {
  const at = await stage([
    writes('../../../../escaped.txt', 'x'),
    writes('/tmp/orchestrate-escaped.txt', 'x'),
    writes('c.txt', 'new\n'),
    done(),
  ]);
  const before = await userOf(at);
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 0);
  const answers = at
    .sent('coder')
    .at(-1)
    ?.messages.filter((m) => m.role === 'tool');
  expect(answers?.map((m) => m.content?.includes('outside'))).toEqual([true, true, false]);
  expect(await userOf(at)).toEqual(before);
});

test.concurrent("a coder that writes into the user's files is found out by the report", async () => {
  let users = '';
  const at = await scene({
    files: ONCE,
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: (_, n) =>
        n === 1 ? bash(`echo meddled > '${users}/b.txt'; cd ..; echo new > w1/c.txt`) : done(),
    },
  });
  users = at.repo.root;
  const ran = await at.run(['spec.md', ...CHECK, '--sandbox', 'external'], { changes: true });
  expect(ran.stderr).toMatch(/Your checkout\n {2}differs from the start:\n.*b\.txt/);
  expect(await at.branch('c.txt')).toBe('new');
});

test.concurrent('a coder that never finishes is stopped by its turns', async () => {
  const at = await scene({
    files: { ...FILES, 'agents.yaml': 'limits: { attempts: 1 }\nroles: { coder: { turns: 3 } }\n' },
    script: { planner: [plans(checkpoint('c1'))], coder: (_, n) => writes('c.txt', `${String(n)}\n`) },
  });
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 1);
  expect(at.sent('coder')).toHaveLength(3);
  expect(ran.stderr).toMatch(/used up its turns/);
});
