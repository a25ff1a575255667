import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { ending } from '../../src/view/ending.ts';
import { reportFacts } from '../../src/view/facts.ts';
import { End, endLine, endOf, eventLine } from '../../src/view/json.ts';
import { beat, lineOf, overhear, tellAll } from '../../src/view/lines.ts';
import { frame } from '../../src/view/live.ts';
import { printable } from '../../src/view/printable.ts';
import { Report } from '../../src/view/report.ts';
import { renderReport } from '../../src/view/report-text.ts';
import { plain, widthOf } from '../../src/view/row.ts';
import { renderLog, renderShow, renderStatus } from '../../src/view/status.ts';
import { svgOf } from '../../src/view/picture.ts';
import { asked, baseline, begin, PARSE, planned, red, started, T0, timed, whole, WRITE } from './story.ts';

const ACTS = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]/u;

/** Other ways that a run can go, beside the whole one. */
const OTHERS: Event[][] = [
  [started({ approve: 'plan' }), baseline(red('old')), planned([PARSE]), { type: 'plan.approved' }],
  [
    started(),
    baseline(),
    { type: 'plan.asked', question: 'Which?' },
    { type: 'question.answered', checkpoint: null, text: 'That' },
  ],
  [
    started(),
    baseline(),
    { type: 'plan.empty', reason: 'all there' },
    { type: 'run.ended', outcome: 'nothing_to_do', detail: 'x' },
  ],
  [
    started(),
    baseline(),
    { type: 'plan.failed', reason: 'a circle', raw: '{}' },
    { type: 'run.ended', outcome: 'unplanned', detail: 'x' },
  ],
  [
    started(),
    baseline(),
    planned([PARSE, WRITE]),
    begin('c1.a1'),
    asked('c1.a1'),
    { type: 'run.paused', reason: 'person', detail: 'Which?' },
    { type: 'run.resumed', budget: 3, minutes: 10 },
    { type: 'question.answered', checkpoint: 'c1', text: 'That' },
    begin('c1.a2'),
    { type: 'attempt.failed', attempt: 'c1.a2', failure: 'impossible', detail: 'no', commit: null },
    { type: 'checkpoint.blocked', checkpoint: 'c2', reason: 'blocked by c1' },
    { type: 'run.ended', outcome: 'blocked', detail: 'c1, c2 blocked' },
  ],
  [
    started(),
    baseline(),
    planned([PARSE, WRITE]),
    { type: 'run.told', checkpoint: null, text: 'be brief' },
    begin('c1.a1'),
    { type: 'checkpoint.skipped', checkpoint: 'c1' },
    { type: 'attempt.stopped', attempt: 'c1.a1', commit: null },
    { type: 'checkpoint.blocked', checkpoint: 'c2', reason: 'blocked by c1' },
    { type: 'run.ended', outcome: 'blocked', detail: 'c1, c2 blocked' },
    { type: 'run.reopened' },
    { type: 'checkpoint.retried', checkpoint: 'c1' },
    { type: 'run.resumed', budget: null, minutes: null },
    begin('c1.a2'),
  ],
];
const RUNS = [whole, ...OTHERS].map((events) => timed(events));
const PREFIXES = RUNS.flatMap((entries) => entries.map((_, i) => entries.slice(0, i + 1)));

describe('at every moment of a run', () => {
  it('the live view fits and tells where it stands', () => {
    for (const entries of PREFIXES) {
      const rows = frame(tellAll(entries), { width: 80, height: 24, now: T0 + 100_000 });
      expect(rows.length).toBeLessThanOrEqual(24);
      expect(plain(rows[0] ?? [])).toContain('Keep comments in the parser');
    }
  });

  it('there is a valid report that reads as text', () => {
    for (const entries of PREFIXES) {
      const report = reportFacts(entries, { records: '/state', userTree: [] });
      expect(Report.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
      expect(renderReport(report).length).toBeGreaterThan(5);
      report.checkpoints.forEach((c) => {
        expect(plain(renderShow(c, '')[0] ?? [])).toContain(c.title);
      });
    }
  });

  it('there is an end record, and it agrees with the last words and the report', () => {
    for (const entries of PREFIXES) {
      const { run } = tellAll(entries).watch;
      const last = ending(run);
      const end = End.parse(JSON.parse(endLine(endOf(run, last))));
      expect(end.exit).toBe(last.exit);
      expect(end.exit).toBe(reportFacts(entries, { records: null, userTree: null }).exit);
      expect(last.words.length).toBeGreaterThan(1);
    }
  });

  it('status and log can be asked for', () => {
    for (const entries of PREFIXES) {
      const options = { now: T0 + 1000, width: 80, records: '/state' };
      expect(renderStatus(tellAll(entries), { ...options, running: false }).length).toBeGreaterThan(2);
      expect(renderStatus(tellAll(entries), { ...options, running: true }).length).toBeGreaterThan(2);
      expect(renderLog(entries).length).toBeGreaterThan(0);
    }
  });

  it('the heart beats exactly while something is under way', () => {
    for (const entries of PREFIXES) {
      const telling = tellAll(entries);
      const { run } = telling.watch;
      expect(beat(telling, T0 + 1_000_000) !== undefined).toBe(run.at !== 'ended' && run.paused === null);
    }
  });
});

/** Text as an attacker would mix it. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\u001b[',
        '\u001b]',
        '\u009b',
        '\u009d',
        '\u0007',
        '\u001b\\',
        '0;',
        '2J',
        'm',
        '\n',
        '\r',
        '\u202e',
        '\u200b',
        '日本',
        '👩🏽‍🚀',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('whatever text comes from models and repositories', () => {
  it('what is printable does nothing, and stays as it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = printable(text);
        expect(shown).not.toMatch(ACTS);
        expect(printable(shown)).toBe(shown);
      }),
    );
  });

  it('no view acts on a terminal, and no frame grows out of it', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.integer({ min: 1, max: 150 }),
        fc.integer({ min: 1, max: 40 }),
        (text, width, height) => {
          const events = timed([
            started({}, text),
            baseline(red(text)),
            planned([{ ...PARSE, title: text || 'x' }]),
            begin('c1.a1', text),
            asked('c1.a1', text),
          ]);
          const live = { role: 'coder', attempt: 'c1.a1', kind: 'text', text } as const;
          const telling = overhear(tellAll(events), live);
          const rows = frame(telling, { width, height, now: T0 });
          expect(rows.length).toBeLessThanOrEqual(height);
          expect(rows.every((line) => widthOf(line) <= width)).toBe(true);
          const report = reportFacts(events, { records: text, userTree: [text] });
          const all = [...rows, ...telling.lately.map(lineOf), ...renderReport(report)].map(plain);
          expect(all.filter((line) => ACTS.test(line))).toEqual([]);
          expect(svgOf(rows, text).replaceAll('\n', '')).not.toMatch(ACTS);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('a JSON line is one line that means exactly the event', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const [entry] = timed([started({}, text)]);
        const line = entry ? eventLine(entry) : '';
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(JSON.parse(line)).toMatchObject({ spec: { title: text } });
      }),
    );
  });
});
