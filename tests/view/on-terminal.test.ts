import { Writable } from 'node:stream';
import xterm from '@xterm/headless';
import { describe, expect, it } from 'vitest';
import { overhear, tellAll, type Telling } from '../../src/view/lines.ts';
import { frame, type Size } from '../../src/view/live.ts';
import { painter } from '../../src/view/paint.ts';
import { untouched, type Panel } from '../../src/view/panel.ts';
import { plain } from '../../src/view/row.ts';
import { asked, baseline, begin, called, checkpoint, planned, started, T0, timed } from './story.ts';

const panel: Panel = { ...untouched, can: ['tell', 'pause', 'page'] };

/** More checkpoints than rows, long and wide titles, four at work, one that asks. */
const crowded = (): Telling => {
  const titles = [
    'コメントを日本語で書けるようにする、長い題名でも画面からはみ出さない、とても長い題名',
    'Keep the emoji 👩🏽‍🚀 of a title in one piece, and e\u0301 as well',
    'Write comments back where they were, before the key that they belong to, in the order of the file that was read',
  ];
  const plan = Array.from({ length: 60 }, (_, i) =>
    checkpoint(`c${String(i + 1)}`, titles[i % 4] ?? `Part ${String(i + 1)}`),
  );
  const events = timed([
    started({ budget: 2, sandbox: 'off' }, titles[0]),
    baseline(),
    planned(plan),
    ...plan.slice(0, 4).map(({ id }) => begin(`${id}.a1`, 'a-model-with-a-long-name')),
    called('coder', 'c1.a1', 'a-model-with-a-long-name'),
    asked('c4.a1', titles[2]),
  ]);
  const text = `${titles[0] ?? ''}\n${titles[1] ?? ''}`;
  return overhear(tellAll(events), { role: 'coder', attempt: 'c1.a1', kind: 'text', text });
};

/** A terminal emulator with the painter in front of it. */
function terminal(size: Size) {
  const emulator = new xterm.Terminal({ cols: size.width, rows: size.height, allowProposedApi: true });
  let sent = 0;
  const stream = Object.assign(
    new Writable({
      decodeStrings: false,
      write: (chunk: string, _, done) => {
        sent += Buffer.byteLength(chunk);
        emulator.write(chunk, done);
      },
    }),
    { columns: size.width, rows: size.height },
  );
  const { paint } = painter(stream);
  const settled = async (): Promise<void> =>
    new Promise((resolve) => {
      emulator.write('', resolve);
    });
  return {
    paint,
    resize: (columns: number, rows: number) => {
      emulator.resize(columns, rows);
      Object.assign(stream, { columns, rows }).emit('resize');
    },
    /** Bytes that were sent since this was asked last. */
    sent: () => {
      const bytes = sent;
      sent = 0;
      return bytes;
    },
    lines: async () => {
      await settled();
      const { active } = emulator.buffer;
      return Array.from({ length: active.length }, (_, i) =>
        (active.getLine(i)?.translateToString() ?? '').trimEnd(),
      );
    },
  };
}

const shown = (telling: Telling, size: Size, now: number): string[] => {
  const rows = frame(telling, { ...size, now, panel }).map((line) => plain(line).trimEnd());
  return [...rows, ...Array.from({ length: size.height - rows.length }, () => '')];
};

const SIZES = [
  [80, 24],
  [200, 50],
  [120, 12],
  [40, 10],
  [24, 6],
] as const;

describe('on a terminal', () => {
  it.each(SIZES)(
    'of %i by %i every line is where it belongs, and none is cut by the terminal',
    async (width, height) => {
      const telling = crowded();
      const at = terminal({ width, height });
      at.paint((size) => frame(telling, { ...size, now: T0, panel }));
      expect(await at.lines()).toEqual(shown(telling, { width, height }, T0));
    },
  );

  it('that is resized again and again nothing of another size is left', async () => {
    const telling = crowded();
    const at = terminal({ width: 200, height: 50 });
    at.paint((size) => frame(telling, { ...size, now: T0, panel }));
    for (const [width, height] of SIZES) {
      at.resize(width, height);
      expect(await at.lines()).toEqual(shown(telling, { width, height }, T0));
    }
  });

  it('only clocks are written while nothing happens, and within a second nothing at all', () => {
    const telling = crowded();
    const at = terminal({ width: 80, height: 24 });
    const draw = (now: number): number => {
      at.paint((size) => frame(telling, { ...size, now, panel }));
      return at.sent();
    };
    expect(draw(T0)).toBeGreaterThan(1000);
    expect(draw(T0 + 400)).toBe(0);
    // The line of the run and those of three workers.
    expect(draw(T0 + 1000)).toBeLessThan(4 * 120);
    expect(draw(T0 + 1000)).toBe(0);
  });
});
