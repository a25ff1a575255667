import { describe, expect, it } from 'vitest';
import { fold } from '../../src/domain/apply.ts';
import { Outcome, PauseReason, type Event } from '../../src/domain/event.ts';
import { empty } from '../../src/domain/run.ts';
import { ending, steps } from '../../src/view/ending.ts';
import {
  asked,
  baseline,
  begin,
  called,
  opening,
  PARSE,
  planned,
  sha,
  smooth,
  started,
  whole,
} from './story.ts';

const paused = (reason: PauseReason, detail = 'the reason'): Event => ({
  type: 'run.paused',
  reason,
  detail,
});
const ended = (outcome: Outcome): Event => ({ type: 'run.ended', outcome, detail: 'the reason' });
const half = [...opening, ...smooth('c1.a1', sha('1'), PARSE.title)];

describe('exit codes', () => {
  it.each([
    ['done', 0],
    ['nothing_to_do', 0],
    ['blocked', 1],
    ['red', 1],
    ['unplanned', 4],
    ['environment', 3],
  ] as const)('of a run that ended %s is %i', (outcome, exit) => {
    expect(ending(fold([...half, ended(outcome)])).exit).toBe(exit);
  });

  it.each([
    ['limit', 5],
    ['person', 6],
    ['provider', 7],
    ['environment', 3],
    ['interrupted', 130],
  ] as const)('of a run that is paused (%s) is %i', (reason, exit) => {
    expect(ending(fold([...half, paused(reason)])).exit).toBe(exit);
  });

  it('tells the signals apart, and only where a signal was the reason', () => {
    const run = fold([...half, paused('interrupted')]);
    expect(ending(run, 'SIGINT').exit).toBe(130);
    expect(ending(run, 'SIGTERM').exit).toBe(143);
    expect(ending(fold([...half, paused('limit')]), 'SIGTERM').exit).toBe(5);
  });

  it('of a run that was cut off in the midst of things is that of an interruption', () => {
    expect(ending(fold(half)).exit).toBe(130);
    expect(ending(fold(half), 'SIGTERM').exit).toBe(143);
    expect(ending(empty).exit).toBe(130);
  });

  it('is zero for nothing but success', () => {
    const all = [
      ...Outcome.options.map((outcome) => [outcome, ending(fold([...half, ended(outcome)])).exit] as const),
      ...PauseReason.options.map((reason) => [reason, ending(fold([...half, paused(reason)])).exit] as const),
    ];
    expect(all.filter(([, exit]) => exit === 0).map(([why]) => why)).toEqual(['done', 'nothing_to_do']);
  });
});

describe('the last words', () => {
  it('of a run that is done say what there is and how to take it', () => {
    expect(ending(fold(whole))).toEqual({
      exit: 0,
      words: [
        'done: 2 landed.',
        '2 of 2 checkpoints landed on branch orchestrate/7f3a, at 44444444; nothing was merged or pushed.',
        'Spent: $0.43 of $2.00 + 1 call of unknown price.',
      ],
      next: [
        { command: 'git log --oneline 00000000..orchestrate/7f3a', does: 'lists the new commits' },
        { command: 'orchestrate show c1', does: 'shows its diff, check and verdict' },
        { command: 'orchestrate apply 7f3a', does: 'merges the branch into the one you are on' },
      ],
    });
  });

  it('name the work that did not land and where it is kept', () => {
    const kept: Event = {
      type: 'attempt.failed',
      attempt: 'c2.a1',
      failure: 'turns',
      detail: 'x',
      commit: sha('7'),
    };
    const run = fold([...half, begin('c2.a1', 'small', sha('1')), kept, paused('provider', 'no answer')]);
    expect(ending(run).words).toEqual([
      'No answer of use came from the model: no answer.',
      '1 of 2 checkpoints landed on branch orchestrate/7f3a, at 11111111; nothing was merged or pushed.',
      'The work on c2 so far is kept as commit 77777777 below refs/orchestrate/7f3a/.',
      'Everything up to here is saved.',
      'Spent: $0.08 of $2.00.',
    ]);
  });

  it('do not end twice', () => {
    const asks = fold([
      started(),
      baseline(),
      { type: 'plan.asked', question: 'Which one?' },
      paused('person', 'Which one?'),
    ]);
    expect(ending(asks).words[0]).toBe('Waits for you: Which one?');
  });

  it('claim no commit where there is none', () => {
    expect(ending(fold([...opening, ended('nothing_to_do')])).words).toContain(
      'No commit was added to any branch.',
    );
  });
});

const commands = (...events: Event[]): string[] => steps(fold(events)).map((step) => step.command);

describe('what to do next', () => {
  it('is a larger budget where the budget was the limit', () => {
    const spent = [
      started({ budget: 0.5 }),
      baseline(),
      called('planner', null, 'judge', 0.6),
      paused('limit'),
    ];
    expect(commands(...spent)).toEqual(['orchestrate resume 7f3a --budget 1']);
  });

  it('is more time where time was', () => {
    const late = [started({ minutes: 30 }), baseline(), paused('limit')];
    expect(commands(...late)).toEqual(['orchestrate resume 7f3a --minutes 60']);
  });

  it('is to answer, where there is a question', () => {
    const coding = [...opening, begin('c1.a1'), asked('c1.a1')];
    expect(commands(...coding, paused('person'))).toEqual([
      'orchestrate answer "…"',
      'orchestrate resume 7f3a',
    ]);
    const planning: Event[] = [started(), baseline(), { type: 'plan.asked', question: 'Which?' }];
    expect(commands(...planning, paused('person'))[0]).toBe('orchestrate answer "…"');
  });

  it('is to approve by going on, where something waits for that', () => {
    const run = fold([started({ approve: 'plan' }), baseline(), planned([PARSE]), paused('person')]);
    expect(steps(run)).toEqual([
      { command: 'orchestrate resume 7f3a', does: 'approves what waits, and goes on' },
      { command: 'orchestrate decline "…"', does: 'sends it back with your words' },
    ]);
    const spec = fold([started({ approve: 'plan', single: true }), baseline(), planned([PARSE])]);
    expect(steps(spec).map(({ command }) => command)).toEqual(['orchestrate resume 7f3a']);
  });

  it('is to look at what is blocked before what landed', () => {
    const blocked: Event = { type: 'checkpoint.blocked', checkpoint: 'c2', reason: 'x' };
    expect(commands(...half, blocked, ended('blocked'))).toEqual([
      'git log --oneline 00000000..orchestrate/7f3a',
      'orchestrate show c2',
      'orchestrate apply 7f3a',
    ]);
  });

  it('is to resume, and never to apply, while the run is unfinished', () => {
    expect(commands(...half, paused('person'))[0]).toBe('orchestrate resume 7f3a');
    expect(commands(...half, paused('person')).join()).not.toContain('apply');
  });

  it('is nothing for a run that never began', () => {
    expect(steps(empty)).toEqual([]);
    expect(commands(started(), baseline(), planned([PARSE]), ended('environment'))).toEqual([]);
  });
});
