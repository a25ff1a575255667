import type { Size } from './live.ts';
import { inked } from './ink.ts';
import type { Row } from './row.ts';

/** A terminal to draw on. Size and readiness are read anew for each frame. */
export type Screen = NodeJS.WritableStream & {
  readonly columns?: number;
  readonly rows?: number;
  readonly writableNeedDrain?: boolean;
};

export type Painter = {
  /** Shows what `draw` makes of the screen's size, and again whenever that size changes. */
  readonly paint: (draw: (size: Size) => readonly Row[]) => void;
  /** Gives the terminal back as it was found. May be called twice. */
  readonly close: () => void;
};

const ESC = '\u001b[';
/** The other screen, so that nothing that was there is lost; no cursor; long lines are cut, not wrapped. */
const OPEN = `${ESC}?1049h${ESC}?25l${ESC}?7l`;
const CLOSE = `${ESC}?7h${ESC}?25h${ESC}?1049l`;
/** What lies between appears at once, where the terminal knows how. */
const BEGIN = `${ESC}?2026h`;
const END = `${ESC}?2026l`;
const CLEAR = `${ESC}2J`;

const sizeOf = (screen: Screen): Size => ({ width: screen.columns ?? 80, height: screen.rows ?? 24 });

/** Draws frames on a terminal. Only lines that differ from the frame before are written. */
export function painter(screen: Screen): Painter {
  let state: 'new' | 'open' | 'closed' = 'new';
  let shown: readonly string[] = [];
  let shownAt: Size = { width: 0, height: 0 };
  let latest: ((size: Size) => readonly Row[]) | undefined;

  const show = (): void => {
    // A terminal that cannot keep up gets the next frame instead of a queue of old ones.
    if (!latest || state === 'closed' || screen.writableNeedDrain) {
      return;
    }
    const size = sizeOf(screen);
    const same = size.width === shownAt.width && size.height === shownAt.height;
    const lines = latest(size).map((line) => inked(line, screen));
    const changes = same ? difference(shown, lines) : CLEAR + difference([], lines);
    const opening = state === 'new' ? OPEN : '';
    state = 'open';
    [shown, shownAt] = [lines, size];
    if (changes !== '') {
      screen.write(`${opening}${BEGIN}${changes}${END}`);
    }
  };

  screen.on('resize', show);
  return {
    paint(draw) {
      latest = draw;
      show();
    },
    close() {
      screen.off('resize', show);
      if (state === 'open') {
        screen.write(CLOSE);
      }
      state = 'closed';
    },
  };
}

/** Writes that turn one frame into the other. A line is cleared behind its new text: it is never seen empty. */
function difference(before: readonly string[], after: readonly string[]): string {
  const rows = Math.max(before.length, after.length);
  return Array.from({ length: rows }, (_, i) =>
    before[i] === after[i] ? '' : `${ESC}${String(i + 1)};1H${after[i] ?? ''}${ESC}K`,
  ).join('');
}
