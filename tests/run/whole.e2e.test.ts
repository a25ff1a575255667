import { expect, test } from 'vitest';
import type { Reply } from '../../src/model/model.ts';
import { call, says } from '../../src/model/scripted.ts';
import { accepts, done, lacksNothing, plans } from '../specs/session.ts';
import { played, point, type Play } from './played.ts';

const FILES = { 'a.txt': 'a\n', 'check.sh': 'echo "ok 1 - a"; echo 1..1\n' };
const write = (path: string): Reply => says('', call('write', { path, content: 'new\n' }));
const fine = accepts(point('c1'), { reason: 'fine', evidence: ['the diff'] });
const two = {
  planner: [plans(['one', 'two'], point('c1', { covers: ['R1'] }), point('c2', { covers: ['R2'] }))],
  'c1.a1.coder': [write('one.txt'), done('one')],
  'c1.a1.reviewer': [fine],
  'c2.a1.coder': [write('two.txt'), done('two')],
  'c2.a1.reviewer': [fine],
};
const play = async (more: Partial<Play> = {}) => played({ files: FILES, check: 'sh check.sh', ...more });

test('what the whole lacks becomes a checkpoint, which is worked, checked and reviewed like any other, once', async () => {
  const lacking = says(
    '',
    call('finish', {
      decision: 'revise',
      reason: 'two is not there',
      criteria: [
        { criterion: 'R1: one', met: true, evidence: 'one.txt' },
        { criterion: 'R2: two', met: false, evidence: 'two.txt must name its owner' },
      ],
      findings: [],
    }),
  );
  const session = {
    ...two,
    'final.reviewer': [lacking],
    'c3.a1.coder': [write('owner.txt'), done('three')],
    'c3.a1.reviewer': [accepts(point('c3'), { reason: 'fine', evidence: ['the diff'] })],
  };
  const ran = await play({ session });
  expect(ran.of('run.reviewed')).toHaveLength(1);
  expect(ran.of('run.reviewed')[0]?.checkpoints).toMatchObject([{ id: 'c3', covers: ['R2'] }]);
  expect(ran.brief('c3.a1.coder')).toContain('two.txt must name its owner');
  expect(ran.of('run.checked')).toHaveLength(2);
  expect(ran.report).toMatchObject({ outcome: 'done', exit: 0 });
  expect(ran.report.checkpoints.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'c1 landed',
    'c2 landed',
    'c3 landed',
  ]);
  expect(ran.report.requirements.map(({ status }) => status)).toEqual(['met', 'met']);
});

test('the whole is shown with its requirements, and a run that lacks nothing is done', async () => {
  const session = { ...two, 'final.reviewer': [lacksNothing('whole', ['one', 'x'], ['two', 'y'])] };
  const ran = await play({ session });
  const brief = ran.brief('final.reviewer');
  expect(brief).toContain('- R1: one\n- R2: two');
  expect(brief).toMatch(/one\.txt: added[\s\S]*two\.txt: added/);
  expect(ran.report.whole).toMatchObject({ decision: 'accept', detail: 'whole' });
  expect(ran.left()).toEqual([]);
  expect(ran.exit).toBe(0);
});

test('without a readable word on the whole the run ends as it stands, and says what nobody looked at', async () => {
  const session = { ...two, 'final.reviewer': [says('Looks fine.'), says('Really.')] };
  const ran = await play({ session });
  expect(ran.of('run.reviewed')[0]).toMatchObject({ verdict: null, checkpoints: [] });
  expect(ran.exit).toBe(0);
  expect(ran.report.unverified).toContainEqual({
    what: 'the branch as a whole',
    why: expect.stringContaining('no reviewer has looked it over') as string,
  });
});

test.each(['off', 'auto'])(
  'one checkpoint, or a run that says off, is not looked over again (%s)',
  async (endReview) => {
    const spec = `---\nendReview: ${endReview}\n---\n# Change\n\n1. Change it.\n`;
    const one = { ...two, planner: [plans(['one'], point('c1'))] };
    const ran = await play({ spec, session: endReview === 'auto' ? one : two });
    expect(ran.of('run.reviewed')).toEqual([]);
    expect(ran.exit).toBe(0);
  },
);
