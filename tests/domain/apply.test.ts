import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, fold } from '../../src/domain/apply.ts';
import { decide } from '../../src/domain/decide.ts';
import { Event } from '../../src/domain/event.ts';
import type { Progress } from '../../src/domain/progress.ts';
import { route, type Routes } from '../../src/domain/route.ts';
import type { Run } from '../../src/domain/run.ts';
import {
  accepted,
  asked,
  begun,
  failed,
  final,
  guarded,
  landed,
  ran,
  rebased,
  red,
  reviewed,
  submitted,
  toReview,
  unavailable,
  work,
} from './events.ts';
import {
  accept,
  after,
  base,
  check,
  outcome,
  plan,
  revise,
  seeded,
  sha,
  start,
  state,
  working,
} from './world.ts';

const at = (run: Run, id = 'c1'): Progress => {
  const found = run.progress.find((p) => p.checkpoint.id === id);
  expect(found).toBeDefined();
  return found ?? expect.fail(id);
};

describe('an event that could not have happened', () => {
  it.each<[string, RegExp, Run, Event]>([
    ['a second start', /expected a run that is new/, state(start()), start()],
    [
      'a plan before the base was measured',
      /expected a run that is planning/,
      state(start()),
      { type: 'plan.made', plan, by: 'single', edges: [] },
    ],
    [
      'an approval that nobody waits for',
      /expected a run that is approving/,
      working(),
      { type: 'plan.approved' },
    ],
    ['work on a checkpoint that is not in the plan', /not in the plan/, working(), begun('c9.a1')],
    ['work that was not begun', /expected coding, was todo/, working(), submitted()],
    ['a second beginning', /expected todo, was coding/, after(working(), begun()), begun('c1.a2')],
    ['the end of another attempt', /c1.a1 is under way/, after(working(), begun()), failed('c1.a2')],
    [
      'a check of another commit',
      /expected commit/,
      after(working(), begun(), submitted()),
      ran('c1.a1', { commit: sha(8) }),
    ],
    [
      'a verdict on another commit',
      /expected commit/,
      after(working(), ...toReview()),
      reviewed('c1.a1', { commit: sha(8) }),
    ],
    [
      'a verdict before the guard',
      /expected reviewing, was guarding/,
      after(working(), begun(), submitted(), ran()),
      reviewed(),
    ],
    [
      'a landing of another commit',
      /expected commit/,
      after(working(), ...accepted()),
      landed('c1.a1', sha(8)),
    ],
    [
      'a landing without a verdict',
      /expected landing, was reviewing/,
      after(working(), ...toReview()),
      landed(),
    ],
    ['a final check of another head', /expected commit/, working(), final(sha(9))],
    [
      'an answer that nobody asked for',
      /expected asking, was todo/,
      working(),
      { type: 'question.answered', checkpoint: 'c1', text: '' },
    ],
    [
      'anything after the end',
      /after the run has ended/,
      after(working(), { type: 'run.ended', outcome: 'done', detail: '' }),
      { type: 'run.paused', reason: 'limit', detail: '' },
    ],
  ])('is an error: %s', (_, message, run, event) => {
    expect(() => apply(run, event)).toThrow(message);
  });
});

describe('a failed attempt', () => {
  it('leaves a note for the next one, which starts where the work was', () => {
    const run = after(working(), begun(), submitted('c1.a1', { notes: ['b is odd'] }), red());
    expect(at(run)).toMatchObject({ at: 'todo', charged: 1, started: 1, work: work, claim: 'added a' });
    expect(at(run).notes).toEqual([
      { attempt: 'c1.a1', from: 'coder', text: 'b is odd' },
      { attempt: 'c1.a1', from: 'check', text: '`npm test` failed: exit 1.\n\nfailed' },
    ]);
  });

  it('counts against its model where its check hung, so that a stronger one goes on', () => {
    const hung = check('timeout', { exitCode: null });
    const run = after(working(), begun(), submitted(), ran('c1.a1', { result: hung }));
    expect(at(run)).toMatchObject({ at: 'todo', charged: 1, work });
    const routes: Routes = { easy: ['small', 'large'], medium: ['small', 'large'], hard: ['small', 'large'] };
    expect(route(routes, at(run).checkpoint.difficulty, at(run).charged)).toBe('large');
    expect(decide(run)).toContainEqual(expect.objectContaining({ attempt: 'c1.a2' }));
  });

  it('names the tests that failed, at most twenty, before the end of the output', () => {
    const failures = Array.from({ length: 30 }, (_, i) => ({ name: `t${String(i)}`, detail: 'expected 1' }));
    const tests = {
      runner: 'r',
      run: 30,
      passed: 0,
      failed: 30,
      skipped: 0,
      failures,
      skips: [],
      passes: [],
    };
    const result = check('failed', { tests, tail: 'the tail' });
    const run = after(working(), begun(), submitted(), ran('c1.a1', { result }));
    const text = at(run).notes.at(-1)?.text ?? '';
    expect(text).toContain('- t0\n  expected 1\n- t1');
    expect(text.match(/^- /gm)).toHaveLength(20);
    expect(text.endsWith('the tail')).toBe(true);
  });

  it.each<[Extract<Event, { type: 'attempt.failed' }>['failure'], number]>([
    ['turns', 1],
    ['stuck', 1],
    ['overflow', 1],
    ['truncated', 1],
    ['limit', 1],
    ['refused', 1],
    ['no_change', 1],
    ['guard', 1],
    ['conflict', 0],
    ['environment', 0],
    ['workspace', 0],
  ])('of kind %s charges %i', (failure, charge) => {
    expect(at(after(working(), begun(), failed('c1.a1', { failure })))).toMatchObject({
      at: 'todo',
      started: 1,
      charged: charge,
    });
  });

  it('keeps work that was saved, else what there was before', () => {
    const saved = after(working(), begun(), failed('c1.a1', { commit: sha(5) }));
    expect(at(saved).work).toBe(sha(5));
    expect(at(after(saved, begun('c1.a2', { from: sha(5) }), failed('c1.a2'))).work).toBe(sha(5));
  });

  it('that is impossible blocks the checkpoint and is not tried again', () => {
    const run = after(working(), begun(), failed('c1.a1', { failure: 'impossible', detail: 'no such API' }));
    expect(at(run)).toMatchObject({ at: 'blocked', reason: 'impossible: no such API', charged: 0 });
  });
});

describe('the gate', () => {
  it('sends forbidden files back, and has them put back to the base', () => {
    const run = after(working(), begun(), submitted(), ran(), guarded('c1.a1', { level: 'forbidden' }));
    expect(at(run)).toMatchObject({ at: 'todo', charged: 1, putBack: ['k.pem'] });
    expect(at(run).notes.at(-1)).toEqual({ attempt: 'c1.a1', from: 'guard', text: 'k.pem: a key' });
  });

  it('shows the reviewer what is not forbidden', () => {
    expect(
      at(after(working(), begun(), submitted(), ran(), guarded('c1.a1', { level: 'shown' }))),
    ).toMatchObject({
      at: 'reviewing',
      guard: [{ file: 'k.pem' }],
    });
  });

  it('takes an acceptance that contradicts itself for a refusal', () => {
    const run = after(working(), ...toReview(), reviewed('c1.a1', { verdict: { ...accept, criteria: [] } }));
    expect(at(run)).toMatchObject({ at: 'todo', charged: 1 });
    expect(at(run).notes.at(-1)?.text).toContain('the verdict speaks of 0 of 1 criteria');
  });

  it('hands every finding on to the next attempt, what blocks before what does not', () => {
    const verdict = {
      ...revise,
      findings: [
        { file: 'b.ts', severity: 'blocking' as const, problem: 'not in the diff' },
        { file: 'a.ts', line: 3, severity: 'blocking' as const, problem: 'wrong', suggestion: 'use b' },
      ],
    };
    const run = after(working(), ...toReview(), reviewed('c1.a1', { verdict }));
    expect(at(run).notes.at(-1)?.text).toBe(
      'The reviewer said revise: mend it\nTo mend:\n- a.ts:3 wrong → use b\nNotes, not required:\n- b.ts not in the diff',
    );
    expect(at(run)).toMatchObject({ work: work, reviews: [{ commit: work, verdict }] });
  });

  it('does not build on an approach that was rejected', () => {
    expect(
      at(after(working(), ...toReview(), reviewed('c1.a1', { verdict: { ...revise, decision: 'reject' } })))
        .work,
    ).toBeNull();
  });

  it('costs no attempt where no verdict could be had', () => {
    expect(at(after(working(), ...toReview(), unavailable()))).toMatchObject({
      at: 'reviewing',
      charged: 0,
      hindered: 1,
    });
  });
});

describe('landing', () => {
  const landing = after(working(), ...accepted());

  it('moves the head of the run to the commit that landed', () => {
    const run = after(landing, landed());
    expect(run.head).toBe(work);
    expect(at(run)).toMatchObject({ at: 'landed', commit: work, attempt: 'c1.a1' });
  });

  it('leaves the head where it is when nothing was changed', () => {
    const idle: Event[] = [begun(), submitted('c1.a1', { commit: base, changed: [] })];
    const run = after(working(), ...idle, ran('c1.a1', { commit: base }), guarded('c1.a1', { commit: base }));
    const done = after(run, reviewed('c1.a1', { commit: base }), landed('c1.a1', base));
    expect(done.head).toBe(base);
    expect(at(done).at).toBe('landed');
  });

  it('after a rebase is checked again; the same patch keeps its verdict, another is reviewed anew', () => {
    expect(
      at(after(landing, rebased('c1.a1', { commit: sha(8) }), ran('c1.a1', { commit: sha(8) }))),
    ).toMatchObject({
      at: 'landing',
      commit: sha(8),
      accepted: accept,
    });
    expect(
      at(
        after(
          landing,
          rebased('c1.a1', { commit: sha(8), samePatch: false }),
          ran('c1.a1', { commit: sha(8) }),
        ),
      ),
    ).toMatchObject({
      at: 'guarding',
      accepted: null,
    });
    expect(at(after(landing, rebased('c1.a1', { commit: sha(8) }), red('c1.a1', sha(8))))).toMatchObject({
      at: 'todo',
      charged: 1,
    });
  });

  it('waits for a person where the run says so', () => {
    const run = after(working({ approve: 'checkpoint' }), ...accepted());
    expect(at(run).at).toBe('approving');
    expect(at(after(run, { type: 'checkpoint.approved', checkpoint: 'c1' })).at).toBe('landing');
  });
});

const slot = (run: Run, id: string) => {
  const p = at(run, id);
  return p.at === 'coding' ? p.slot : undefined;
};

describe('slots', () => {
  it('are the lowest that are free, and only coders take one', () => {
    const two = after(working(), begun('c1.a1'), begun('c4.a1'));
    expect([slot(two, 'c1'), slot(two, 'c4')]).toEqual([1, 2]);
    const again = after(two, submitted('c1.a1'), red(), begun('c1.a2'));
    expect([slot(again, 'c1'), slot(again, 'c4')]).toEqual([1, 2]);
  });
});

describe('a person', () => {
  it('answers a coder, whose checkpoint goes on with the answer in its notes and no charge', () => {
    const run = after(working(), begun(), asked('c1.a1', 'tabs?'));
    expect(at(run)).toMatchObject({ at: 'asking', question: 'tabs?' });
    const on = after(run, { type: 'question.answered', checkpoint: 'c1', text: 'spaces' });
    expect(at(on)).toMatchObject({ at: 'todo', charged: 0, started: 1 });
    expect(at(on).notes).toEqual([
      { attempt: 'c1', from: 'person', text: 'You asked: tabs?\nAnswer: spaces' },
    ]);
  });

  it('answers the planner before there is a plan', () => {
    const run = state(
      start(),
      { type: 'baseline.ran', commit: base, check: check() },
      { type: 'plan.asked', question: 'which?' },
      { type: 'question.answered', checkpoint: null, text: 'the first' },
    );
    expect(run).toMatchObject({ question: null, answers: ['the first'], at: 'planning' });
  });

  it('resumes with new limits, or with the old ones', () => {
    const paused = after(working({ budget: 1, minutes: 5 }), {
      type: 'run.paused',
      reason: 'limit',
      detail: 'd',
    });
    expect(paused.paused).toEqual({ reason: 'limit', detail: 'd' });
    const on = after(paused, { type: 'run.resumed', budget: 3, minutes: null });
    expect(on).toMatchObject({ paused: null, settings: { budget: 3, minutes: 5 } });
  });

  it('lets an attempt fail at its limit in review, too, and ends a checkpoint at its own', () => {
    const detail = 'it has spent $1';
    const reviewing = after(working(), ...toReview());
    expect(at(after(reviewing, failed('c1.a1', { failure: 'limit', detail })))).toMatchObject({
      at: 'todo',
      charged: 1,
    });
    expect(at(after(reviewing, failed('c1.a1', { failure: 'spent', detail })))).toMatchObject({
      at: 'blocked',
      charged: 0,
      reason: detail,
    });
  });

  it('lays another plan in place of the proposed one until it is approved', () => {
    const other: Event = {
      type: 'plan.made',
      plan: { ...plan, checkpoints: plan.checkpoints.slice(3) },
      by: 'person',
      edges: [],
    };
    const run = after(working({ approve: 'plan' }), other);
    expect(run.progress.map((p) => p.checkpoint.id)).toEqual(['c4']);
    expect(() => after(run, { type: 'plan.approved' }, other)).toThrow('expected a run that is planning');
  });
});

describe('any history', () => {
  it('folds to the same state at once or event by event, and never changes what it was given', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const events = walk(seed, 60);
        const whole = fold(events);
        expect(events.map((e) => Event.parse(JSON.parse(JSON.stringify(e))))).toEqual(events);
        const frozen = structuredClone(whole);
        expect(after(fold(events.slice(0, 5)), ...events.slice(5))).toEqual(whole);
        expect(whole).toEqual(frozen);
        for (const p of whole.progress.filter((q) => q.at === 'landed')) {
          expect(p).toMatchObject({ check: { status: 'passed' } });
        }
        const slots = whole.progress.flatMap((p) => (p.at === 'coding' ? [p.slot] : []));
        expect(new Set(slots).size).toBe(slots.length);
      }),
      { numRuns: 60 },
    );
  });
});

/** A history by chance: of what may be done next, one thing is done. */
function walk(seed: number, steps: number): Event[] {
  const chance = seeded(seed);
  const events: Event[] = [start()];
  for (let run = fold(events), i = 0; i < steps; i++) {
    const commands = decide(run);
    const command = commands[Math.floor(chance() * commands.length)];
    if (!command) {
      break;
    }
    const event = outcome(command, run, chance);
    events.push(event);
    run = apply(run, event);
  }
  return events;
}
