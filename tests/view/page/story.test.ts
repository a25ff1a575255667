import { expect, test } from 'vitest';
import { reportFacts } from '../../../src/view/facts.ts';
import { findCheckpoints, findTold } from '../../../src/view/page/find.ts';
import { slim } from '../../../src/view/page/slim.ts';
import { Story } from '../../../src/view/page/story.ts';
import { check, opening, ran, sha, submit, begin, tests, timed, whole } from '../story.ts';

const entries = timed([...whole]);
const story = new Story();
story.add(entries);

test('a checkpoint is told exactly as the report tells it', () => {
  const { checkpoints, spentBy } = reportFacts(entries, { records: null, userTree: null });
  expect(checkpoints.map(({ id }) => story.factOf(id))).toEqual(checkpoints);
  expect(
    story.taken().map(({ role, model, spent: { calls, input } }) => [role, model, calls, input]),
  ).toEqual(spentBy.map(({ role, model, spent: { calls, input } }) => [role, model, calls, input]));
});

test('what is told of a checkpoint follows what happens to it', () => {
  const growing = new Story();
  growing.add(entries.slice(0, 5));
  const before = growing.factOf('c1');
  expect(growing.factOf('c1')).toBe(before);
  growing.add(entries);
  expect(before?.status).toBe('open');
  expect(growing.factOf('c1')?.status).toBe('landed');
  expect(growing.factOf('c9')).toBeUndefined();
});

test('a run that has ended is prepared in stretches; one at work needs none', () => {
  const ended = new Story();
  ended.add(entries);
  expect(ended.prepare(performance.now())).toBe(ended.run.at !== 'ended');
  expect(ended.prepare(Infinity)).toBe(true);
  const growing = new Story();
  growing.add(entries.slice(0, 5));
  expect(growing.prepare(performance.now())).toBe(true);
});

test('sums rise with each call, and end at what the run has spent', () => {
  const { series, run } = story;
  expect(series.usd).toHaveLength(run.spent.calls);
  expect(series.usd.at(-1)).toBe(run.spent.usd);
  expect(series.tokens.at(-1)).toBe(run.spent.input + run.spent.output);
  expect(series.at.toSorted((a, b) => a - b)).toEqual(series.at);
});

test('checkpoints are found by any of their words, the one of that name first', () => {
  const ids = (query: string): string[] =>
    findCheckpoints(story.run.progress, query).map((p) => p.checkpoint.id);
  expect(ids('COMMENT lines')).toEqual(['c1']);
  expect(ids('c2')).toEqual(['c2']);
  expect(ids('R1')).toEqual(['c1', 'c2']);
  expect(ids('nowhere')).toEqual([]);
});

test('lines are found by all words, the newest first', () => {
  const found = findTold(story.told, 'c2 check');
  expect(found.length).toBeGreaterThan(1);
  expect(found[0]?.seq).toBeGreaterThan(found.at(-1)?.seq ?? Infinity);
});

test('names of passed tests are not sent, and the state is the same without them', () => {
  const names = Array.from({ length: 500 }, (_, i) => `test ${String(i)}`);
  const result = check({
    tests: { ...tests(500, []), passes: names, skips: names },
    tail: 'x'.repeat(50_000),
  });
  const long = timed([...opening, begin('c1.a1'), submit('c1.a1', sha('1')), ran('c1.a1', sha('1'), result)]);
  const sent = long.map(slim);
  const [whole1, short] = [new Story(), new Story()];
  whole1.add(long);
  short.add(sent);
  expect(JSON.stringify(sent).length).toBeLessThan(JSON.stringify(long).length / 2);
  expect(short.run.progress.map((p) => p.at)).toEqual(whole1.run.progress.map((p) => p.at));
  expect(JSON.stringify(sent.at(-1))).toContain('34,000 characters left out');
  expect(JSON.stringify(sent.at(-1))).toContain('"passed":500');
});

test('a run whose program is gone rests as far as it went, and goes on when one works on it again', () => {
  const cut = new Story();
  cut.add(timed([...opening, begin('c1.a1')]));
  cut.worked = false;
  expect(cut.run.paused).toMatchObject({ reason: 'interrupted' });
  expect(cut.seen.lastAt).toBe(Date.parse(cut.entries.at(-1)?.at ?? ''));
  cut.worked = true;
  expect(cut.run.paused).toBeNull();
  cut.add(timed([...opening, begin('c1.a1'), submit('c1.a1', sha('1'))]));
  expect(cut.run.progress[0]?.at).toBe('checking');
  story.worked = false;
  expect(story.run).toMatchObject({ at: 'ended', paused: null });
});
