import { expect, test } from 'vitest';
import type { Reply } from '../../src/model/model.ts';
import { call, says } from '../../src/model/scripted.ts';
import { accepts, done, plans } from '../specs/session.ts';
import { played, point } from './played.ts';

const FILES = { 'a.txt': 'a\n', 'check.sh': 'echo "ok 1 - a"; echo 1..1\n', '.gitignore': 'dist/\n' };
const bash = (command: string): Reply => says('', call('bash', { command }));
const spec = `# Many things\n\n${Array.from({ length: 9 }, (_, i) => `${String(i + 1)}. Thing ${String(i)}`).join('\n')}\n`;

test('what is claimed and not there, or ignored by git, is laid before the reviewer and in the report', async () => {
  const p = point('c1', { acceptance: ['dist/x.js is there'] });
  const ran = await played({
    files: FILES,
    check: 'sh check.sh',
    spec,
    session: {
      planner: [plans(['it'], p)],
      'c1.a1.coder': [
        bash('mkdir -p dist && echo x > dist/x.js && echo new > c.txt'),
        done('Added c.txt and wrote report.md.'),
      ],
      'c1.a1.reviewer': [accepts(p, { reason: 'fine', evidence: ['the diff'] })],
    },
  });
  const brief = ran.brief('c1.a1.reviewer');
  expect(brief).toMatch(
    /report\.md: The coder says that it has made or changed `report\.md`, which is neither/,
  );
  expect(brief).toMatch(/dist\/x\.js: git ignores `dist\/x\.js`: it is in no commit/);
  expect(brief).not.toMatch(/says that it has made or changed `c\.txt`/);
  expect(ran.report.checkpoints[0]).toMatchObject({
    status: 'landed',
    claimed: expect.stringMatching('report') as string,
  });
  expect(ran.report.checkpoints[0]?.attempts[0]?.guard.map((f) => f.file)).toEqual([
    'dist/x.js',
    'report.md',
  ]);
  // The same run: one checkpoint for nine points is worked on, and pointed out.
  expect(ran.of('plan.made')[0]?.remarks).toEqual(ran.report.planRemarks);
  expect(ran.report.planRemarks).toEqual([expect.stringMatching(/^c1 is the whole of a large spec/)]);
  expect(ran.exit).toBe(0);
});

test('a run that may only touch tests stops a change of the source, by its path', async () => {
  const ran = await played({
    files: { ...FILES, 'agents.yaml': 'files: ["test/**"]\nlimits: { attempts: 1, replans: 0 }\n' },
    check: 'sh check.sh',
    session: {
      planner: [plans(['it'], point('c1', { files: ['test/**'] }))],
      'c1.a1.coder': [bash('mkdir test && echo t > test/a.js && echo b > a.txt'), done('done')],
    },
  });
  expect(ran.of('guard.ran')[0]?.findings).toMatchObject([{ level: 'forbidden', file: 'a.txt' }]);
  expect(ran.report.checkpoints[0]).toMatchObject({ status: 'blocked', commit: null });
  expect(ran.exit).toBe(1);
});

test('a spec that is larger than the window of the planner ends with why, before any call', async () => {
  let asked = 0;
  const complete = async (): Promise<never> => {
    asked++;
    return Promise.reject(new Error('no call was due'));
  };
  const ran = await played({
    files: FILES,
    check: 'sh check.sh',
    spec: `# Long\n\n${'a word and another, '.repeat(20_000)}\n`,
    models: () => ({ name: 'small', window: 8000, complete }),
  });
  expect(asked).toBe(0);
  expect(ran.of('plan.failed')[0]?.reason).toMatch(
    /takes about [\d,]+ tokens, in a window of 8,000: make the task/,
  );
  expect(ran.report).toMatchObject({ outcome: 'unplanned', exit: 4 });
});

test('a check that prints without an end is told as that, not as red words', async () => {
  const ran = await played({
    files: {
      ...FILES,
      'check.sh': 'if test -e c.txt; then yes; fi; echo "ok 1 - a"; echo 1..1\n',
      'agents.yaml': 'limits: { attempts: 1, replans: 0 }\n',
    },
    check: 'sh check.sh',
    session: {
      planner: [plans(['it'], point('c1'))],
      'c1.a1.coder': [bash('touch c.txt; echo b > a.txt'), done('done')],
    },
  });
  expect(ran.of('check.ran')[0]?.result.hint).toMatch(/printed without an end and was stopped/);
  expect(ran.exit).toBe(1);
});
