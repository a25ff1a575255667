import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/domain/decide.ts';
import { decide } from '../../src/domain/decide.ts';
import type { Event } from '../../src/domain/event.ts';
import { empty, type Run } from '../../src/domain/run.ts';
import {
  accepted,
  asked,
  begun,
  blocked,
  failed,
  final,
  guarded,
  landed,
  ran,
  reviewed,
  submitted,
  toReview,
  unavailable,
  work,
} from './events.ts';
import { after, base, check, plan, revise, start, state, working } from './world.ts';

/** Commands in short: `start c1.a1`. */
const told = (run: Run): string[] => decide(run).map(short);
function short(command: Command): string {
  const { do: what, ...more } = command;
  switch (command.do) {
    case 'block':
      return `block ${command.checkpoint}: ${command.reason}`;
    case 'pause':
      return `pause ${command.reason}: ${command.detail}`;
    case 'end':
      return `end ${command.outcome}: ${command.detail}`;
    case 'baseline':
    case 'plan':
    case 'replan':
    case 'final':
    case 'rewind':
    case 'look':
    case 'start':
    case 'code':
    case 'stop':
    case 'check':
    case 'guard':
    case 'review':
    case 'land':
    case 'rebase':
      return [what, ...Object.values(more)].join(' ');
  }
}

const only4 = { ...plan, checkpoints: plan.checkpoints.slice(3) };
const single = state(
  start(),
  { type: 'baseline.ran', commit: base, check: check() },
  { type: 'plan.made', plan: only4, by: 'single', edges: [] },
);

describe('before the work', () => {
  it('measures the base, plans, and starts what waits for nothing', () => {
    const measured: Event = { type: 'baseline.ran', commit: base, check: check() };
    const made: Event = { type: 'plan.made', plan, by: 'planner', edges: [] };
    expect(told(empty)).toEqual([]);
    expect(told(state(start()))).toEqual(['baseline']);
    expect(told(state(start(), measured))).toEqual(['plan']);
    expect(told(state(start(), measured, made))).toEqual(['start c1.a1', 'start c4.a1']);
  });

  it('waits for a person to approve the plan, and to answer the planner', () => {
    const waiting = working({ approve: 'plan' });
    expect(told(waiting)).toEqual(['pause person: the plan waits for your approval']);
    expect(told(after(waiting, { type: 'plan.approved' }))).toEqual(['start c1.a1', 'start c4.a1']);
    const asking = state(
      start(),
      { type: 'baseline.ran', commit: base, check: check() },
      { type: 'plan.asked', question: 'tabs?' },
    );
    expect(told(asking)).toEqual(['pause person: tabs?']);
    expect(told(after(asking, { type: 'question.answered', checkpoint: null, text: 'yes' }))).toEqual([
      'plan',
    ]);
  });

  it('ends where nothing can be measured, planned or done', () => {
    const measured = state(start(), { type: 'baseline.ran', commit: base, check: check() });
    expect(told(state(start(), { type: 'baseline.ran', commit: base, check: check('environment') }))).toEqual(
      [
        'end environment: The check could not run (exit 1), before anything was changed: npm test\nenvironment',
      ],
    );
    expect(told(after(measured, { type: 'plan.empty', reason: 'done already' }))).toEqual([
      'end nothing_to_do: done already',
    ]);
    expect(told(after(measured, { type: 'plan.failed', reason: 'a circle', raw: '' }))).toEqual([
      'end unplanned: a circle',
    ]);
  });
});

describe('a checkpoint on its way', () => {
  const steps = accepted('c1.a1');

  it.each([
    [1, 'code c1.a1'],
    [2, 'check c1.a1'],
    [3, 'guard c1.a1'],
    [4, 'review c1.a1'],
    [5, 'land c1.a1'],
  ])('goes on after %i steps: %s', (count, command) => {
    expect(told(after(working(), ...steps.slice(0, count)))).toContain(command);
  });

  it('lets its children start once it has landed, not before', () => {
    const run = after(working({ parallel: 4 }), ...steps);
    expect(told(run).filter((c) => c.startsWith('start'))).toEqual(['start c4.a1']);
    expect(told(after(run, landed('c1.a1')))).toEqual(['start c2.a1', 'start c3.a1', 'start c4.a1']);
  });

  it('blocks its children, and theirs, when it is blocked itself', () => {
    const run = after(working(), blocked('c1'));
    expect(told(run)).toEqual(['block c2: blocked by c1', 'block c3: blocked by c1', 'start c4.a1']);
  });

  it('is never coded by more at once than the run allows', () => {
    const run = after(working({ parallel: 1 }), begun('c4.a1'));
    expect(told(run)).toEqual(['code c4.a1']);
    expect(told(after(run, submitted('c4.a1')))).toEqual(['start c1.a1', 'check c4.a1']);
  });

  it('starts again with the next number after a failure', () => {
    expect(told(after(working(), begun('c1.a1'), failed('c1.a1')))).toContain('start c1.a2');
  });
});

/** So many attempts in a row, each accepted and then in conflict with what landed meanwhile. */
const conflicted = (n: number): Run => {
  const attempts = Array.from({ length: n }, (_, i) => `c1.a${String(i + 1)}`);
  const events = attempts.flatMap((a) => accepted(a).concat(failed(a, { failure: 'conflict' })));
  return after(working({ attempts: 1, rounds: 9 }), ...events);
};
const sentBack = (a: string): Event[] => [...toReview(a), reviewed(a, { verdict: revise })];

describe('patience', () => {
  it('ends with the attempts that may be charged, and keeps the last word', () => {
    const run = after(
      working({ attempts: 2 }),
      begun('c1.a1'),
      failed('c1.a1'),
      begun('c1.a2'),
      failed('c1.a2'),
    );
    expect(told(run)).toContain('block c1: 2 attempts came to nothing. no luck');
  });

  it('is longer for what is nobody’s fault, and ends all the same', () => {
    expect(told(conflicted(2))).toContain('start c1.a3');
    expect(told(conflicted(3))).toContain('block c1: 3 attempts came to nothing. no luck');
  });

  it('ends with the reviews that may send it back', () => {
    const run = after(working({ attempts: 9, rounds: 2 }), ...['c1.a1', 'c1.a2'].flatMap(sentBack));
    expect(told(run)).toContain('block c1: sent back by 2 reviews. mend it');
  });

  it('is not for a check that could run at the base: the attempt is charged with it', () => {
    const run = after(
      working({ attempts: 1 }),
      begun('c4.a1'),
      submitted('c4.a1'),
      ran('c4.a1', { result: check('environment') }),
    );
    expect(told(run)).toContainEqual(expect.stringMatching(/^block c4: 1 attempts came to nothing/));
  });

  it('asks three times for a verdict, then waits for the provider, and asks again when resumed', () => {
    const run = after(single, ...toReview('c4.a1'));
    const twice = after(run, unavailable('c4.a1'), unavailable('c4.a1'));
    expect(told(twice)).toEqual(['review c4.a1']);
    const gaveUp = after(twice, unavailable('c4.a1'));
    expect(told(gaveUp)).toEqual(['pause provider: no readable verdict could be had on c4']);
    const resumed = after(
      gaveUp,
      { type: 'run.paused', reason: 'provider', detail: '' },
      { type: 'run.resumed', budget: null, minutes: null },
    );
    expect(told(resumed)).toEqual(['review c4.a1']);
  });
});

describe('at a limit or a rest', () => {
  it('pauses when the budget is spent, and goes on with a larger one', () => {
    const called: Event = {
      type: 'model.called',
      role: 'planner',
      conversation: 'planner',
      attempt: null,
      model: 'm',
      usage: { input: 1, cached: 0, output: 1, usd: 0.5 },
      ms: 1,
    };
    const run = after(working({ budget: 0.5 }), called);
    expect(told(run)).toEqual(['pause limit: the budget of $0.5 is spent']);
    const paused = after(run, { type: 'run.paused', reason: 'limit', detail: '' });
    expect(told(paused)).toEqual([]);
    expect(told(after(paused, { type: 'run.resumed', budget: 2, minutes: null }))).toContain('start c1.a1');
  });

  it('pauses when the tokens are used up, of which cached ones are none', () => {
    const called = (input: number, cached: number): Event => ({
      type: 'model.called',
      role: 'planner',
      conversation: 'planner',
      attempt: null,
      model: 'm',
      usage: { input, cached, output: 10, usd: null },
      ms: 1,
    });
    const run = after(working({ tokens: 100 }), called(500, 450));
    expect(told(run)).toContain('start c1.a1');
    const spent = after(run, called(40, 10));
    expect(told(spent)).toEqual(['pause limit: the limit of 100 tokens is reached']);
    const paused = after(spent, { type: 'run.paused', reason: 'limit', detail: '' });
    const raised: Event = { type: 'run.resumed', budget: null, minutes: null, tokens: 300 };
    expect(told(after(paused, raised))).toContain('start c1.a1');
  });

  it('waits for a person only when nothing else can be done', () => {
    const run = after(working(), begun(), asked('c1.a1', 'which port?'));
    expect(told(run)).toEqual(['start c4.a1']);
    expect(told(after(run, ...accepted('c4.a1'), landed('c4.a1')))).toEqual([
      'pause person: c1 asks: which port?',
    ]);
    const approving = after(working({ approve: 'checkpoint' }), blocked('c1'), blocked('c2'), blocked('c3'));
    expect(told(after(approving, ...accepted('c4.a1')))).toEqual([
      'pause person: c4 waits for your approval',
    ]);
  });
});

describe('the end', () => {
  const allBlockedBut4 = after(working(), blocked('c1'), blocked('c2'), blocked('c3'));

  it('comes after a last check of the head', () => {
    const run = after(single, ...accepted('c4.a1'), landed('c4.a1'));
    expect(told(run)).toEqual(['final']);
    expect(told(after(run, final(work)))).toEqual(['end done: 1 landed']);
    expect(told(after(run, final(work, check('failed'))))).toEqual([
      'end red: the final check is red: npm test',
    ]);
  });

  it('is nothing_to_do when no checkpoint needed a change', () => {
    const idle = [
      begun('c4.a1'),
      submitted('c4.a1', { commit: base, changed: [] }),
      ran('c4.a1', { commit: base }),
    ];
    const run = after(
      single,
      ...idle,
      guarded('c4.a1', { commit: base }),
      reviewed('c4.a1', { commit: base }),
      landed('c4.a1', base),
    );
    expect(told(after(run, final(base)))).toEqual(['end nothing_to_do: every checkpoint was met already']);
  });

  it('names what is blocked, green or not', () => {
    const run = after(allBlockedBut4, ...accepted('c4.a1'), landed('c4.a1'), final(work));
    expect(told(run)).toEqual(['end blocked: c1, c2, c3 blocked']);
  });

  it('is asked for once: an ended run wants nothing', () => {
    expect(told(after(single, { type: 'run.ended', outcome: 'done', detail: '' }))).toEqual([]);
  });
});
