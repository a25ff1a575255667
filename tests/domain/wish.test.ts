import { describe, expect, it } from 'vitest';
import { decide } from '../../src/domain/decide.ts';
import type { Event } from '../../src/domain/event.ts';
import { wordsFor } from '../../src/domain/person.ts';
import type { Run } from '../../src/domain/run.ts';
import { grant, type Wish } from '../../src/domain/wish.ts';
import { accepted, asked, begun, blocked, failed, final, landed, submitted, toReview } from './events.ts';
import { after, base, check, sha, start, state, working } from './world.ts';

const at = (run: Run, id = 'c1') => run.progress.find((p) => p.checkpoint.id === id);
const doing = (run: Run): string[] =>
  decide(run).map((c) =>
    `${c.do} ${'attempt' in c ? c.attempt : 'checkpoint' in c ? c.checkpoint : ''}`.trim(),
  );

/** The run after a wish that is granted. */
function wished(run: Run, wish: Wish): Run {
  const granted = grant(run, wish);
  expect(granted).toMatchObject({ ok: true });
  return after(run, ...(granted.ok ? granted.events : []));
}
const why = (run: Run, wish: Wish): string => {
  const granted = grant(run, wish);
  return granted.ok ? `granted: ${granted.says}` : granted.why;
};
const skip = (checkpoint: string): Wish => ({ wish: 'skip', checkpoint });
const retry = (checkpoint: string): Wish => ({ wish: 'retry', checkpoint });
const tell = (checkpoint: string | null, text = 'mind the gap'): Wish => ({ wish: 'tell', checkpoint, text });

/** Blocked by c1. */
const without = (checkpoint: string): Event => ({
  type: 'checkpoint.blocked',
  checkpoint,
  reason: 'blocked by c1',
  cause: 'dependency',
});

const ended = (): Run =>
  after(
    working(),
    blocked('c1'),
    without('c2'),
    without('c3'),
    ...accepted('c4.a1', sha(7)),
    landed('c4.a1', sha(7)),
    final(sha(7)),
    { type: 'run.ended', outcome: 'blocked', detail: 'c1, c2, c3 blocked' },
  );

describe('words', () => {
  it('are in the brief of what begins later, and said in the conversation of what has begun', () => {
    const before = wished(working(), tell('c1', 'first'));
    const under = after(before, begun('c1.a1'));
    expect(at(under)).toMatchObject({ briefed: 1, words: ['first'] });
    expect(wordsFor(under, 'c1.a1')).toEqual([]);
    const more = wished(under, tell('c1', 'second'));
    expect(wordsFor(more, 'c1.a1')).toEqual(['second']);
    const next = after(more, failed('c1.a1'), begun('c1.a2'));
    expect(at(next)).toMatchObject({ briefed: 2, words: ['first', 'second'] });
    expect(wordsFor(next, 'c1.a1')).toEqual([]);
  });

  it('for everyone reach the planner, and each checkpoint that is not done', () => {
    const planning = state(start(), { type: 'baseline.ran', commit: base, check: check() });
    const said = wished(planning, tell(null));
    expect(wordsFor(said, null)).toEqual(['mind the gap']);
    const plan: Event = {
      type: 'plan.made',
      plan: { requirements: [], checkpoints: working().progress.map((p) => p.checkpoint) },
      by: 'planner',
      edges: [],
    };
    const made = after(said, plan);
    expect(made.progress.map((p) => p.words)).toEqual(Array.from({ length: 4 }, () => ['mind the gap']));
    expect(wordsFor(made, 'c1.a1')).toEqual([]);
    const later = wished(after(made, ...accepted('c1.a1'), landed('c1.a1')), tell(null, 'again'));
    expect(later.progress.map((p) => p.words.length)).toEqual([1, 2, 2, 2]);
  });

  it('are for nobody where nobody works any more', () => {
    const done = after(working(), ...accepted('c1.a1'), landed('c1.a1'));
    expect(why(done, tell('c1'))).toMatch(/c1 has landed/);
    expect(why(ended(), tell('c1'))).toMatch(/is over.*orchestrate retry r1 c1/);
    expect(why(working(), tell('c9'))).toBe('Run r1 has no checkpoint c9. It has: c1, c2, c3, c4.');
    expect(why(working(), tell('c1.a2'))).toBe('c1.a2 is an attempt of c1. Name the checkpoint: c1');
    expect(why(working(), tell('c9.a1'))).toMatch(/has no checkpoint c9.a1. It has: c1/);
  });

  it.each([
    ['todo', [], /brief of c1/],
    ['coding', [begun()], /next turn/],
    ['checking', [begun(), submitted()], /its reviewer sees it/],
    ['reviewing', toReview(), /if it is sent back/],
    ['landing', accepted(), /about to land/],
    ['asking', [begun(), asked('c1.a1', '?')], /waits for an answer/],
    ['blocked', [blocked('c1')], /orchestrate retry c1/],
  ] as const)('say who will see them where it is %s', (_state, events, words) => {
    expect(why(after(working(), ...events), tell('c1'))).toMatch(words);
  });
});

describe('setting aside', () => {
  it('blocks what has not begun, and what depends on it', () => {
    const run = wished(working(), skip('c1'));
    expect(at(run)).toMatchObject({ at: 'blocked', cause: 'person' });
    expect(doing(run)).toEqual(['block c2', 'block c3', 'start c4.a1']);
  });

  it('first keeps the work of a coder, and then takes its place', () => {
    const run = wished(after(working(), begun()), skip('c1'));
    expect(doing(run)).toEqual(['stop c1.a1', 'start c4.a1']);
    const left = after(run, { type: 'attempt.stopped', attempt: 'c1.a1', commit: sha(8) });
    expect(at(left)).toMatchObject({ at: 'blocked', work: sha(8), wanted: null });
  });

  it('lets nothing land that it concerns', () => {
    const run = wished(after(working(), ...accepted()), skip('c1'));
    expect(doing(run)).toEqual(['stop c1.a1', 'start c4.a1']);
    expect(at(after(run, landed('c1.a1')))).toMatchObject({ at: 'landed', wanted: null });
  });

  it('drops what is in review at once: its commit is kept anyway', () => {
    expect(at(wished(after(working(), ...toReview()), skip('c1')))).toMatchObject({ at: 'blocked' });
  });

  it('is not done twice, nor to what has landed', () => {
    const run = wished(working(), skip('c1'));
    expect(why(run, skip('c1'))).toMatch(/blocked already: set aside by you/);
    expect(why(after(working(), ...accepted(), landed()), skip('c1'))).toMatch(/orchestrate undo c1/);
    expect(why(ended(), skip('c1'))).toMatch(/is over/);
  });
});

describe('beginning anew', () => {
  it('gives fresh attempts, from the branch, with what is known', () => {
    const tired = after(working({ attempts: 1 }), begun(), failed('c1.a1', { commit: sha(8) }));
    expect(doing(tired)).toEqual(['block c1', 'start c4.a1']);
    const run = wished(tired, retry('c1'));
    expect(at(run)).toMatchObject({ at: 'todo', charged: 0, work: null, started: 1 });
    expect(at(run)?.notes).toHaveLength(1);
    expect(doing(run)).toEqual(['start c1.a2', 'start c4.a1']);
  });

  it('frees what was blocked by it, but not what a person has set aside', () => {
    const run = after(working(), blocked('c1'), without('c2'), {
      type: 'checkpoint.skipped',
      checkpoint: 'c3',
    });
    const again = wished(run, retry('c1'));
    expect(again.progress.map((p) => p.at)).toEqual(['todo', 'todo', 'blocked', 'todo']);
  });

  it('stops the attempt under way first', () => {
    const run = wished(after(working(), begun()), retry('c1'));
    expect(doing(run)).toEqual(['stop c1.a1', 'start c4.a1']);
    const anew = after(run, { type: 'attempt.stopped', attempt: 'c1.a1', commit: sha(8) });
    expect(at(anew)).toMatchObject({ at: 'todo', work: null });
    expect(doing(anew)).toEqual(['start c1.a2', 'start c4.a1']);
  });

  it('takes up a run that had ended, which rests until it is resumed', () => {
    const run = wished(ended(), retry('c1'));
    expect(run).toMatchObject({ at: 'working', ending: null, final: null, paused: { reason: 'person' } });
    expect(doing(run)).toEqual([]);
    const resumed = after(run, { type: 'run.resumed', budget: null, minutes: null });
    expect(doing(resumed)).toEqual(['start c1.a1']);
    expect(at(resumed, 'c4')).toMatchObject({ at: 'landed' });
  });

  it('is refused for what has landed', () => {
    expect(why(ended(), retry('c4'))).toMatch(/take it back first: orchestrate undo c4/);
  });

  it('checks the whole again where something lands after its check', () => {
    const run = wished(ended(), retry('c1'));
    const resumed = after(run, { type: 'run.resumed', budget: null, minutes: null });
    const more = after(resumed, final(sha(7)));
    const on = after(
      more,
      begun('c1.a1', { base: sha(7), from: sha(7) }),
      ...accepted('c1.a1', sha(9)).slice(1),
    );
    expect(on.final).not.toBeNull();
    expect(after(on, landed('c1.a1', sha(9))).final).toBeNull();
  });
});

describe('a no', () => {
  const decline = (checkpoint: string | null, text = 'Shorter.'): Wish => ({
    wish: 'decline',
    checkpoint,
    text,
  });
  const waiting = (): Run => {
    const settings = { ...working().settings, approve: 'checkpoint' as const };
    return after({ ...working(), settings }, ...accepted('c1.a1', sha(7)));
  };

  it('sends an accepted change back with words, its work kept, and costs no try and no round', () => {
    const run = wished(waiting(), decline('c1'));
    expect(at(run)).toMatchObject({ at: 'todo', charged: 0, reviews: [], work: sha(7), words: ['Shorter.'] });
    expect(at(run)?.notes.at(-1)).toMatchObject({
      from: 'person',
      text: 'It was accepted; a person sent it back: Shorter.',
    });
    expect(doing(run)).toContain('start c1.a2');
  });

  it('needs no name where only one waits', () => {
    expect(at(wished(waiting(), decline(null)))?.at).toBe('todo');
    expect(why(waiting(), decline('c4'))).toBe('c4 waits for no approval. Say which: c1.');
    expect(why(working(), decline(null))).toMatch(/waits for no approval\.$/);
    const two = after(waiting(), ...accepted('c4.a1', sha(8)));
    expect(why(two, decline(null))).toBe('Several wait for your approval. Say which: c1, c4.');
  });

  it('to the plan has the planner make another one, which knows of it', () => {
    const planned = working();
    const proposed: Run = { ...planned, at: 'approving' };
    const run = wished(proposed, decline(null, 'Fewer steps.'));
    expect(doing(run)).toEqual(['plan']);
    expect(run.progress).toEqual([]);
    expect(run.declined[0]).toMatch(
      /^You planned this before:\n- c1: [^]*did not approve it, and said: Fewer steps\.$/,
    );
    expect(() => after(planned, { type: 'plan.declined', text: 'x' })).toThrow(/waits for nobody/);
  });

  it('settles what a resting run waits for, and another that waits keeps it waiting', () => {
    const rests = (run: Run): Run => ({ ...run, paused: { reason: 'person', detail: 'it waits for you' } });
    const detail = (run: Run): string | undefined => run.paused?.detail;
    const settled = 'you have settled what waited for you';
    expect(detail(wished(rests({ ...working(), at: 'approving' }), decline(null)))).toBe(settled);
    expect(detail(wished(rests(waiting()), decline('c1')))).toBe(settled);
    expect(detail(wished(rests(waiting()), { wish: 'approve', checkpoint: 'c1' }))).toBe(settled);
    const two = rests(after(waiting(), ...accepted('c4.a1', sha(8))));
    expect(detail(wished(two, decline('c1')))).toBe('it waits for you');
    const limit: Run = { ...waiting(), paused: { reason: 'limit', detail: 'the budget is spent' } };
    expect(detail(wished(limit, decline('c1')))).toBe('the budget is spent');
  });

  it('to a plan that is the spec itself says where to go', () => {
    const single: Run = { ...working(), at: 'approving', settings: { ...working().settings, single: true } };
    expect(why(single, decline(null))).toMatch(/change the spec/);
  });
});

describe('a run that ended because its check could not run', () => {
  it('measures its base again', () => {
    const run = state(
      start(),
      { type: 'baseline.ran', commit: base, check: check('environment') },
      { type: 'run.ended', outcome: 'environment', detail: 'no such command' },
      { type: 'run.reopened' },
      { type: 'run.resumed', budget: null, minutes: null },
    );
    expect(doing(run)).toEqual(['baseline']);
  });

  it('cannot be reopened before its end, and nothing else follows an end', () => {
    expect(() => after(working(), { type: 'run.reopened' })).toThrow(/cannot be reopened/);
    expect(() => after(ended(), { type: 'plan.approved' })).toThrow(/after the run has ended/);
  });
});

describe('a letter', () => {
  const waiting = after(
    working({ approve: 'checkpoint' }),
    ...accepted('c1.a1'),
    begun('c4.a1'),
    asked('c4.a1', '?'),
  );
  it.each<Wish>([
    tell('c2'),
    { wish: 'pause' },
    skip('c2'),
    retry('c2'),
    { wish: 'answer', checkpoint: null, text: 'yes' },
    { wish: 'approve', checkpoint: null },
  ])('that brings $wish is named by what follows from it: nobody takes it twice', (wish) => {
    const granted = grant(waiting, wish, 'l1');
    expect(granted).toMatchObject({ ok: true, events: [{ letter: 'l1' }] });
    expect(grant(waiting, wish)).not.toHaveProperty('events.0.letter');
  });
});

describe('pausing, answering, approving', () => {
  it('pauses what is under way only', () => {
    const run = wished(working(), { wish: 'pause' });
    expect(run.paused).toEqual({ reason: 'person', detail: 'you paused it' });
    expect(why(run, { wish: 'pause' })).toMatch(/not under way/);
    expect(why(ended(), { wish: 'pause' })).toMatch(/not under way/);
  });

  it('answers whoever asks, by name where one is named', () => {
    const answer = (checkpoint: string | null): Wish => ({ wish: 'answer', checkpoint, text: 'that one' });
    const run = after(working(), begun('c1.a1'), begun('c4.a1'), asked('c1.a1', 'a?'), asked('c4.a1', 'b?'));
    expect(at(wished(run, answer(null)))).toMatchObject({ at: 'todo' });
    expect(at(wished(run, answer('c4')), 'c4')).toMatchObject({ at: 'todo' });
    expect(why(run, answer('c2'))).toBe('c2 asks nothing; c1, c4 does.');
    expect(why(working(), answer(null))).toBe('Run r1 asks nothing.');
    const planning = state(
      start(),
      { type: 'baseline.ran', commit: base, check: check() },
      { type: 'plan.asked', question: 'tabs?' },
    );
    expect(wished(planning, answer(null)).answers).toEqual(['that one']);
  });

  it('approves all that wait, or one of them', () => {
    const waiting = after(
      working({ approve: 'checkpoint' }),
      ...accepted('c1.a1'),
      ...accepted('c4.a1', sha(8)),
    );
    const both = wished(waiting, { wish: 'approve', checkpoint: null });
    expect(both.progress.map((p) => p.at)).toEqual(['landing', 'todo', 'todo', 'landing']);
    const one = wished(waiting, { wish: 'approve', checkpoint: 'c4' });
    expect(one.progress.map((p) => p.at)).toEqual(['approving', 'todo', 'todo', 'landing']);
    expect(why(waiting, { wish: 'approve', checkpoint: 'c2' })).toMatch(
      /c2 waits for no approval\. c1, c4 does/,
    );
    expect(why(working({ approve: 'plan' }), { wish: 'approve', checkpoint: null })).toMatch(
      /orchestrate resume r1/,
    );
  });
});
