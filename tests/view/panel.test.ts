import { describe, expect, it } from 'vitest';
import { overhear, tellAll, type Telling } from '../../src/view/lines.ts';
import { frame } from '../../src/view/live.ts';
import { footer, press, streamRows, untouched, type Panel } from '../../src/view/panel.ts';
import { plain, widthOf } from '../../src/view/row.ts';
import {
  asked,
  baseline,
  begin,
  called,
  checkpoint,
  opening,
  planned,
  sha,
  smooth,
  started,
  T0,
  timed,
} from './story.ts';

const SPOKEN =
  'first line\nsecond line, which is longer than a screen of sixty columns can show at once\nthird';
const telling: Telling = overhear(
  tellAll(timed([...opening, begin('c1.a1'), called('coder', 'c1.a1', 'small')])),
  { role: 'coder', attempt: 'c1.a1', kind: 'text', text: SPOKEN },
);

const steerable: Panel = { ...untouched, can: ['tell', 'pause', 'page'] };

/** What comes of a row of keys, and what they asked for. */
function typing(keys: readonly string[], from: Panel = steerable) {
  let panel = from;
  const wants = keys.flatMap((key) => {
    const next = press(panel, key, telling);
    ({ panel } = next);
    return next.asked.ask === 'nothing' ? [] : [next.asked];
  });
  return { panel, asked: wants };
}

describe('keys', () => {
  it.each([
    [['p'], [{ ask: 'pause' }]],
    [['\u0003'], [{ ask: 'stop' }]],
    [['t', 'h', 'i', '\r'], [{ ask: 'tell', checkpoint: null, text: 'hi' }]],
    [['t', 'p', '\r'], [{ ask: 'tell', checkpoint: null, text: 'p' }]],
    [['t', 'é', '👨‍👩‍👧', '\u007f', '\r'], [{ ask: 'tell', checkpoint: null, text: 'é' }]],
    [['t', ' ', '\r'], []],
    [['t', 'x', '\u001b', 'p'], [{ ask: 'pause' }]],
    [['t', '\u001b[A', '\t', 'x', '\n'], [{ ask: 'tell', checkpoint: null, text: 'x' }]],
    [['w', 't', 'x', '\n'], [{ ask: 'tell', checkpoint: 'c1', text: 'x' }]],
    [['o'], [{ ask: 'page' }]],
    [['t', 'x', '\u0003'], [{ ask: 'stop' }]],
    [['q', '\u001b[A', ' '], []],
  ] as const)('%j: %j', (keys, wants) => {
    expect(typing(keys).asked).toEqual(wants);
  });

  it('what the run cannot be asked has no key', () => {
    expect(typing(['p', 'o', 't', 'x', '\r'], untouched)).toEqual({ panel: untouched, asked: [] });
  });

  it('w goes from one worker to the next and back to the last events', () => {
    expect(typing(['w']).panel.watched).toBe('c1.a1');
    expect(typing(['w', 'w']).panel.watched).toBeNull();
    expect(typing(['w', '\u001b']).panel.watched).toBeNull();
  });

  it('a worker that is gone gives way to the first one there is', () => {
    expect(typing(['w'], { ...untouched, watched: 'c9.a1' }).panel.watched).toBe('c1.a1');
  });
});

describe('what waits for a person', () => {
  const plan = ['c1', 'c2', 'c3'].map((id) => checkpoint(id, `Part ${id}`));
  const question = 'Which of the two formats is meant, the old one with a version or the new one without?';
  const asks = [
    started(),
    baseline(),
    planned(plan),
    begin('c1.a1'),
    begin('c2.a1'),
    asked('c2.a1', question),
  ];
  const accepted = smooth('c1.a1', sha('1'), 'Part c1').slice(0, -1);
  const waits = [started({ approve: 'checkpoint' }), baseline(), planned(plan), ...accepted, begin('c2.a1')];
  const can: Panel = { ...untouched, can: ['settle'] };

  it.each([
    ['a question', asks, 'The old.', { need: 'answer', checkpoint: 'c2', question }],
    ['a change', waits, 'y', { need: 'approval', checkpoint: 'c1', title: 'Part c1' }],
  ] as const)('is settled by a key and words: %s', (_, events, words, about) => {
    const at = tellAll(timed([...events]));
    const typed = ['a', ...words.split(''), '\r'].reduce<ReturnType<typeof press>>(
      ({ panel }, key) => press(panel, key, at),
      { panel: can, asked: { ask: 'nothing' } },
    );
    expect(typed.asked).toEqual({ ask: 'settle', about, text: words });
    expect(typed.panel).toMatchObject({ typing: null });
  });

  it('is shown whole while it is answered, and the key only where something waits', () => {
    const at = tellAll(timed(asks));
    const { panel } = press(can, 'a', at);
    const text = frame(at, { width: 60, height: 20, now: T0, panel }).map(plain).join('\n');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`c2 asks: ${question}`);
    expect(text).toContain('answer c2 ▏');
    expect(plain(footer(can, at))).toMatch(/^a answer/);
    expect(plain(footer(can, telling))).not.toContain('a answer');
    expect(press(can, 'a', telling).panel.typing).toBeNull();
  });
});

describe('the foot of the screen', () => {
  it.each([
    [steerable, 't tell   p pause   o page   w watch   Ctrl-C stop   '],
    [untouched, 'w watch   Ctrl-C stop   '],
    [{ ...untouched, typing: 'use yaml' }, 'tell use yaml▏  Enter sends, Esc leaves'],
    [{ ...untouched, typing: 'x', watched: 'c1.a1' }, 'tell c1.a1 x▏  Enter sends, Esc leaves'],
    [{ ...untouched, said: 'c1 is told' }, 'c1 is told'],
  ])('%o: %s', (panel, words) => {
    expect(plain(footer(panel, telling))).toBe(words);
  });

  it.each([
    [80, 24],
    [200, 50],
    [20, 5],
  ])('is the last line of %i columns and %i rows, and nothing is wider', (width, height) => {
    const rows = frame(telling, { width, height, now: T0, panel: untouched });
    expect(rows).toHaveLength(height);
    expect(plain(rows.at(-1) ?? [])).toMatch(/^ w watch/);
    expect(Math.max(...rows.map(widthOf))).toBeLessThan(width);
  });

  it('leaves a screen without a keyboard as it was', () => {
    const rows = frame(telling, { width: 80, height: 24, now: T0 });
    expect(rows.map(plain).join('\n')).not.toContain('Ctrl-C');
  });
});

describe('what a worker says', () => {
  it('is wrapped, and its end is shown', () => {
    const rows = streamRows('c1.a1', telling, { rows: 4, width: 42 }).map((line) => plain(line).trimEnd());
    expect(rows).toEqual([
      'c1.a1 small · w the next one, Esc back',
      '  second line, which is longer than a',
      '  screen of sixty columns can show at once',
      '  third',
    ]);
  });

  it('takes the place of the last events', () => {
    const panel = { ...untouched, watched: 'c1.a1' };
    const text = frame(telling, { width: 80, height: 24, now: T0, panel }).map(plain).join('\n');
    expect(text).toContain('first line');
    expect(text).not.toContain('started on');
  });

  it.each([0, 1, 2])('fits into %i rows', (rows) => {
    expect(streamRows('c1.a1', telling, { rows, width: 40 })).toHaveLength(rows);
  });

  it('is said of a worker that is gone, too', () => {
    expect(streamRows('c9.a1', telling, { rows: 3, width: 60 }).map(plain).join('\n')).toContain('its end');
  });
});
