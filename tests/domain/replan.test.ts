import { describe, expect, test } from 'vitest';
import { decide } from '../../src/domain/decide.ts';
import type { BlockCause, Event } from '../../src/domain/event.ts';
import { Checkpoint, Plan, planProblems } from '../../src/domain/plan.ts';
import { leftOver, renumbered, requirementsLeft, standing } from '../../src/domain/replan.ts';
import type { Run } from '../../src/domain/run.ts';
import { Settings } from '../../src/domain/settings.ts';
import { accept, after, base, check, sha, start, state, working } from './world.ts';

const block = (checkpoint: string, cause?: BlockCause): Event => ({
  type: 'checkpoint.blocked',
  checkpoint,
  reason: `${checkpoint} came to nothing`,
  ...(cause ? { cause } : {}),
});
const lands = (id: string, from: string, commit: string): Event[] => [
  { type: 'attempt.started', attempt: `${id}.a1`, base: from, from, model: 'm' },
  { type: 'attempt.submitted', attempt: `${id}.a1`, commit, changed: ['a.ts'], summary: '', notes: [] },
  { type: 'check.ran', attempt: `${id}.a1`, commit, result: check() },
  { type: 'guard.ran', attempt: `${id}.a1`, commit, findings: [] },
  { type: 'review.given', attempt: `${id}.a1`, commit, verdict: accept, model: 'm' },
  { type: 'checkpoint.landed', attempt: `${id}.a1`, commit },
];
/** c1 is blocked, c2 and c3 build on it, c4 has landed. */
const stuck = (cause: BlockCause | undefined = 'attempts', settings: Partial<Settings> = {}): Run =>
  after(
    working(settings),
    ...lands('c4', base, sha(2)),
    block('c1', cause),
    block('c2', 'dependency'),
    block('c3', 'dependency'),
  );
const ids = (run: Run): string[] => leftOver(run).map((p) => p.checkpoint.id);
const point = (id: string, more: object = {}): Checkpoint =>
  Checkpoint.parse({ id, title: id, goal: 'g', acceptance: ['a'], ...more });
const remade = (replaces: string[], checkpoints: Checkpoint[] = []): Event => ({
  type: 'plan.remade',
  replaces,
  checkpoints,
  edges: [],
  detail: 'c1 as c5',
});

describe('what is planned anew', () => {
  test('is what failed by itself, and what builds on it', () => {
    expect(ids(stuck('attempts'))).toEqual(['c1', 'c2', 'c3']);
    expect(ids(stuck('reviews'))).toEqual(['c1', 'c2', 'c3']);
    expect(decide(stuck())).toEqual([{ do: 'replan' }]);
  });

  test.each(['check', 'dependency'] as const)('is nothing where all began with: %s', (cause) => {
    expect(ids(stuck(cause))).toEqual([]);
    expect(decide(stuck(cause))).toEqual([{ do: 'final' }]);
  });

  test('is nothing where the coder calls it impossible, or where an old record does not tell the cause', () => {
    const started = after(working(), {
      type: 'attempt.started',
      attempt: 'c1.a1',
      base,
      from: base,
      model: 'm',
    });
    const impossible = after(
      started,
      { type: 'attempt.failed', attempt: 'c1.a1', failure: 'impossible', detail: 'd', commit: null },
      block('c2', 'dependency'),
    );
    expect(ids(impossible)).toEqual([]);
    expect(ids(after(working(), block('c1')))).toEqual([]);
  });

  test('leaves out what also builds on something that stays blocked', () => {
    const both = Plan.parse({
      checkpoints: [
        point('c1'),
        point('c2'),
        point('c3', { after: ['c1', 'c2'] }),
        point('c4', { after: ['c3'] }),
      ],
    });
    const run = state(
      start(),
      { type: 'baseline.ran', commit: base, check: check() },
      { type: 'plan.made', plan: both, by: 'planner', edges: [] },
      block('c1', 'attempts'),
      block('c2', 'check'),
      block('c3', 'dependency'),
      block('c4', 'dependency'),
    );
    expect(ids(run)).toEqual(['c1']);
  });

  test.each([
    ['without a planner', { single: true }],
    ['where a person approved the plan', { approve: 'plan' }],
    ['where it may not', { replans: 0 }],
  ] as const)('is nothing %s', (_, settings) => {
    const run = stuck();
    expect(leftOver({ ...run, settings: Settings.parse({ ...run.settings, ...settings }) })).toEqual([]);
  });
});

describe('a new plan', () => {
  test('takes the place of what was left, which counts no longer', () => {
    const anew = after(stuck(), remade(['c1', 'c2', 'c3'], [point('c5'), point('c6', { after: ['c5'] })]));
    expect(anew.progress.map((p) => p.at)).toEqual([
      'replaced',
      'replaced',
      'replaced',
      'landed',
      'todo',
      'todo',
    ]);
    expect(anew.progress[0]).toMatchObject({ by: ['c5', 'c6'], reason: 'c1 came to nothing' });
    expect(decide(anew)).toEqual([{ do: 'start', attempt: 'c5.a1' }]);
    const done = after(anew, ...lands('c5', sha(2), sha(3)), ...lands('c6', sha(3), sha(4)));
    const looked: Event = {
      type: 'run.reviewed',
      commit: sha(4),
      verdict: accept,
      model: 'm',
      checkpoints: [],
      detail: '',
    };
    const checked = after(done, { type: 'run.checked', commit: sha(4), result: check() });
    expect(decide(checked)).toEqual([{ do: 'look' }]);
    expect(decide(after(checked, looked))).toEqual([{ do: 'end', outcome: 'done', detail: '3 landed' }]);
  });

  test('comes once: what is blocked after it stays blocked, and the end tells of both', () => {
    const again = after(stuck(), remade(['c1', 'c2', 'c3'], [point('c5')]), block('c5', 'attempts'));
    expect(ids(again)).toEqual([]);
    const checked = after(again, { type: 'run.checked', commit: sha(2), result: check() });
    expect(decide(checked)).toEqual([
      { do: 'end', outcome: 'blocked', detail: 'c5 blocked; planned anew: c1 as c5' },
    ]);
    expect(ids({ ...again, settings: { ...again.settings, replans: 2 } })).toEqual(['c5']);
  });

  test('that could not be had leaves everything as it was, and is not asked for again', () => {
    const none = after(stuck(), remade([]));
    expect(none.progress.map((p) => p.at)).toEqual(['blocked', 'blocked', 'blocked', 'landed']);
    expect(decide(none)).toEqual([{ do: 'final' }]);
  });
});

describe('what a planner proposes', () => {
  const requirements = [
    { id: 'R1', text: 'one' },
    { id: 'R2', text: 'two' },
  ];
  const covering = Plan.parse({
    requirements,
    checkpoints: [point('c1', { covers: ['R1'] }), point('c2', { covers: ['R2'] })],
  });
  const run = state(
    start(),
    { type: 'baseline.ran', commit: base, check: check() },
    { type: 'plan.made', plan: covering, by: 'planner', edges: [] },
    ...lands('c1', base, sha(2)),
    block('c2', 'attempts'),
  );
  const left = leftOver(run);

  test('has to cover what only the blocked ones would have covered', () => {
    expect(requirementsLeft(run, left)).toEqual([requirements[1]]);
    expect(planProblems(standing({ checkpoints: [point('c3')] }, run, left), 9)).toEqual([
      'no checkpoint covers R2 (two)',
    ]);
  });

  test('may name what has landed, and the requirements that it meets', () => {
    const said = { checkpoints: [point('c3', { after: ['c1'], covers: ['R1', 'R2'] })] };
    expect(standing(said, run, left).checkpoints[0]).toMatchObject({ after: [], covers: ['R2'] });
    const blocked = standing({ checkpoints: [point('c3', { after: ['c2'], covers: ['R2'] })] }, run, left);
    expect(planProblems(blocked, 9)).toEqual(['c3 comes after c2, which does not exist']);
  });

  test('goes to the machines that what it replaces needed', () => {
    const needing = left.map((p) => ({ ...p, checkpoint: { ...p.checkpoint, labels: ['gpu'] } }));
    const said = { checkpoints: [point('c3', { covers: ['R2'] })] };
    expect(standing(said, run, needing).checkpoints[0]?.labels).toEqual(['gpu']);
    expect(standing(said, run, left).checkpoints[0]?.labels).toBeUndefined();
  });

  test('gets ids that go on, whatever it calls them', () => {
    const plan = Plan.parse({ checkpoints: [point('c1'), point('c7', { after: ['c1'] })] });
    const anew = renumbered(plan, ['c1', 'c2']);
    expect(anew.checkpoints.map(({ id, after: to }) => [id, ...to])).toEqual([['c3'], ['c4', 'c3']]);
  });
});
