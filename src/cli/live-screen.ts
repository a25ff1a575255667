import { overhear, tell, untold, type Telling } from '../view/lines.ts';
import { frame } from '../view/live.ts';
import { painter } from '../view/paint.ts';
import { press, untouched, type Asked, type Panel } from '../view/panel.ts';
import { askPerson } from './ask-person.ts';
import { readKeys } from './keyboard.ts';
import { lastWords } from './last-words.ts';
import type { Screen, Steering } from './shown.ts';
import type { Shell } from './shell.ts';

const TICK_MS = 200;

/**
 * The whole terminal while the run goes on, with keys once somebody takes them. Whatever ends the program, the terminal
 * is given back, and what was said last is printed below.
 */
export function liveScreen(shell: Shell, now: () => number): Screen {
  let telling: Telling = untold;
  let panel: Panel | undefined;
  let state: 'open' | 'asking' | 'closed' = 'open';
  let releaseKeys: (() => void) | undefined;
  const later: string[] = [];
  let paint = painter(shell.stderr);
  let steered: Steering | undefined;
  const draw = (): void => {
    if (telling !== untold && state === 'open') {
      paint.paint((size) => frame(telling, { ...size, now: now(), ...(panel && { panel }) }));
    }
  };
  const clock = setInterval(draw, TICK_MS);
  const close = (): void => {
    state = 'closed';
    clearInterval(clock);
    releaseKeys?.();
    releaseKeys = undefined;
    paint.close();
    later.splice(0).forEach((text) => shell.err(`${text}\n`));
    forget();
  };
  const forget = shell.onExit(close);
  const say = (said: string): void => {
    panel = { ...(panel ?? untouched), said };
    draw();
  };
  const takeKeys = (): void => {
    const steering = steered;
    if (!steering) {
      return;
    }
    releaseKeys = readKeys(shell.stdin, (key) => {
      const next = press(panel ?? untouched, key, telling);
      ({ panel } = next);
      draw();
      obey(next.asked, steering).catch((error: unknown) => {
        say(error instanceof Error ? error.message : String(error));
      });
    });
    panel = releaseKeys ? untouched : undefined;
  };
  /** Terminal and keys are given back for the question, and taken again after it. */
  const ask: NonNullable<Screen['ask']> = async (question) => {
    state = 'asking';
    releaseKeys?.();
    paint.close();
    try {
      return await askPerson(question, shell.stderr);
    } finally {
      paint = painter(shell.stderr);
      state = 'open';
      takeKeys();
    }
  };
  return {
    entry: (entry) => {
      ({ telling } = tell(telling, entry));
    },
    live: (live) => {
      telling = overhear(telling, live);
    },
    // A line of its own would tear the frame: it is shown at its foot, and printed below once the screen is given back.
    notice: (text) => {
      if (state !== 'open' || telling === untold) {
        shell.err(`${text}\n`);
        return;
      }
      later.push(text);
      say(text.split('\n', 1)[0] ?? '');
    },
    take: (steering) => {
      steered = steering;
      takeKeys();
    },
    end: (run, end, more = []) => {
      draw();
      close();
      lastWords(shell, run, end, more);
    },
    ...(shell.stdin.isTTY === true ? { ask } : {}),
    close,
  };
}

async function obey(asked: Asked, steering: Steering): Promise<void> {
  switch (asked.ask) {
    case 'nothing':
      return;
    case 'stop':
      steering.stop();
      return;
    case 'pause':
      await steering.pause();
      return;
    case 'tell':
      await steering.tell(asked.text);
      return;
  }
}
