import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fold } from '../../src/domain/apply.ts';
import { Event } from '../../src/domain/event.ts';
import { ending } from '../../src/view/ending.ts';
import { End, endLine, endOf, endWithout, eventLine } from '../../src/view/json.ts';
import { opening, PARSE, sha, smooth, started, timed, whole } from './story.ts';

const half = [...opening, ...smooth('c1.a1', sha('1'), PARSE.title)];
const endOfRun = (...events: Event[]): End => {
  const run = fold(events);
  return End.parse(JSON.parse(endLine(endOf(run, ending(run)))));
};

describe('an event line', () => {
  it('is one JSON object that begins with the type, and holds the whole event', () => {
    for (const entry of timed(whole)) {
      const line = eventLine(entry);
      expect(line).toMatch(/^\{"type":"[a-z.]+","seq":\d+,"at":"2026-/);
      expect(line).not.toMatch(/[\r\n]/);
      const { seq, at, ...event } = z.record(z.string(), z.unknown()).parse(JSON.parse(line));
      expect({ seq, at, event: Event.parse(event) }).toEqual(entry);
    }
  });

  it('means the same but cannot act on a terminal', () => {
    const title = 'a\u009b2J\u202eb\u200b\u2028c\u{e0041}\u007f\u001b[31md';
    const [entry] = timed([started({}, title)]);
    const line = eventLine(entry ?? fail());
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
    expect(JSON.parse(line)).toMatchObject({ spec: { title } });
  });
});

const fail = (): never => {
  throw new Error('there is no event');
};

describe('the end record', () => {
  it('of a run that is done', () => {
    expect(endOfRun(...whole)).toEqual({
      type: 'end',
      outcome: 'done',
      reason: null,
      detail: '2 landed',
      exit: 0,
      run: '7f3a',
      branch: 'orchestrate/7f3a',
      base: sha('0'),
      head: sha('4'),
      landed: ['c1', 'c2'],
      open: [],
      spent: {
        calls: 8,
        input: 32_000,
        cached: 8000,
        output: 4000,
        usd: fold(whole).spent.usd,
        unpriced: 1,
        estimated: false,
      },
      next: ['git log --oneline 00000000..orchestrate/7f3a', 'orchestrate show c1', 'orchestrate apply 7f3a'],
    });
  });

  it('of a pause tells the reason and what is open', () => {
    expect(endOfRun(...half, { type: 'run.paused', reason: 'person', detail: 'c2 asks' })).toMatchObject({
      outcome: 'paused',
      reason: 'person',
      detail: 'c2 asks',
      exit: 6,
      landed: ['c1'],
      open: ['c2'],
      next: [
        'orchestrate resume 7f3a',
        'git log --oneline 00000000..orchestrate/7f3a',
        'orchestrate show c1',
      ],
    });
  });

  it('of a run that was cut off without a word is an interruption', () => {
    expect(endOfRun(...half)).toMatchObject({ outcome: 'paused', reason: 'interrupted', exit: 130 });
  });

  it('of a call that came to no run names none', () => {
    const end = endWithout({ outcome: 'refused', exit: 2, detail: 'unknown option --bugdet', next: [] });
    expect(End.parse(end)).toMatchObject({
      outcome: 'refused',
      exit: 2,
      run: null,
      branch: null,
      base: null,
      head: null,
    });
  });

  it('of a crash names the run that can be resumed', () => {
    const end = endWithout(
      { outcome: 'crashed', exit: 1, detail: 'x', next: ['orchestrate resume 7f3a'] },
      fold(half),
    );
    expect(End.parse(end)).toMatchObject({ outcome: 'crashed', run: '7f3a', head: sha('1'), landed: ['c1'] });
  });

  it('never shows an unknown price as zero', () => {
    const call = opening[2];
    const unpriced =
      call?.type === 'model.called' ? { ...call, usage: { ...call.usage, usd: null } } : fail();
    expect(endOfRun(started(), unpriced).spent).toMatchObject({ usd: null, unpriced: 1 });
  });
});
