import type { Writable } from 'node:stream';
import type { Wish } from '../domain/wish.ts';
import { overhear, tell, tellAll, untold, type Telling } from '../view/lines.ts';
import { frame } from '../view/live.ts';
import { painter, type Painter } from '../view/paint.ts';
import { press, untouched, type Asked, type Panel } from '../view/panel.ts';
import { readKeys } from './keyboard.ts';
import { lastWords } from './last-words.ts';
import { noticed } from './noticed.ts';
import type { Shell } from './shell.ts';
import type { Screen, Steering } from './shown.ts';

const TICK_MS = 200;

/**
 * The whole terminal while the run goes on, with keys once somebody takes them. Whatever ends the program, the terminal
 * is given back, and what was said last is printed below.
 */
export function liveScreen(shell: Shell, now: () => number): Screen {
  const live = new LiveScreen(shell, now);
  return {
    entry: (entry) => live.follow((telling) => tell(telling, entry).telling),
    past: (entries) => live.follow(() => tellAll(entries)),
    live: (heard) => live.follow((telling) => overhear(telling, heard)),
    notice: (text) => live.notice(text),
    take: (steering) => live.take(steering),
    end: (run, end, more = []) => {
      live.close();
      lastWords(shell, run, end, more);
    },
    ...(shell.stdin.isTTY === true ? { aside: async (talk) => live.aside(talk) } : {}),
    close: () => live.close(),
  };
}

class LiveScreen {
  readonly #shell: Shell;
  readonly #now: () => number;
  readonly #clock: NodeJS.Timeout;
  readonly #forget: () => void;
  #telling: Telling = untold;
  #paint: Painter;
  #panel: Panel | undefined;
  #state: 'open' | 'asking' | 'closed' = 'open';
  #steering: Steering | undefined;
  #releaseKeys: (() => void) | undefined;
  /** Said while the frame was there; printed below it in the end. */
  readonly #later: string[] = [];

  constructor(shell: Shell, now: () => number) {
    this.#shell = shell;
    this.#now = now;
    this.#paint = painter(shell.stderr);
    this.#clock = setInterval(() => this.#draw(), TICK_MS);
    this.#forget = shell.onExit(() => this.close());
  }

  follow(step: (telling: Telling) => Telling): void {
    this.#telling = step(this.#telling);
  }

  /** A line of its own would tear the frame: it is shown at the foot, and once more when the screen is given back. */
  notice(said: string): void {
    const text = noticed(said);
    if (this.#state !== 'open' || this.#telling === untold) {
      this.#shell.err(`${text}\n`);
      return;
    }
    this.#later.push(text);
    this.#say(text.split('\n', 1)[0] ?? '');
  }

  take(steering: Steering): void {
    this.#steering = steering;
    this.#takeKeys();
  }

  /** Terminal and keys are given back for the talk, and taken again after it. */
  async aside<T>(talk: (terminal: Writable) => Promise<T>): Promise<T> {
    this.#state = 'asking';
    this.#releaseKeys?.();
    this.#paint.close();
    try {
      return await talk(this.#shell.stderr);
    } finally {
      this.#reopen();
    }
  }

  /** May be called twice. */
  close(): void {
    this.#draw();
    this.#state = 'closed';
    clearInterval(this.#clock);
    this.#releaseKeys?.();
    this.#releaseKeys = undefined;
    this.#paint.close();
    this.#later.splice(0).forEach((text) => this.#shell.err(`${text}\n`));
    this.#forget();
  }

  #reopen(): void {
    if (this.#state === 'asking') {
      this.#paint = painter(this.#shell.stderr);
      this.#state = 'open';
      this.#takeKeys();
    }
  }

  #draw(): void {
    if (this.#telling !== untold && this.#state === 'open') {
      const panel = this.#panel && { panel: this.#panel };
      this.#paint.paint((size) => frame(this.#telling, { ...size, now: this.#now(), ...panel }));
    }
  }

  #say(said: string): void {
    this.#panel = { ...(this.#panel ?? untouched), said };
    this.#draw();
  }

  #takeKeys(): void {
    const steering = this.#steering;
    if (steering) {
      this.#releaseKeys = readKeys(this.#shell.stdin, (key) => this.#pressed(key, steering));
      const can = (['tell', 'pause', 'page', 'settle'] as const).filter(
        (what) => steering[what] !== undefined,
      );
      this.#panel = this.#releaseKeys ? { ...untouched, can } : undefined;
    }
  }

  #pressed(key: string, steering: Steering): void {
    const { panel, asked } = press(this.#panel ?? untouched, key, this.#telling);
    this.#panel = panel;
    this.#draw();
    obey(asked, steering).then(
      (said) => (said === undefined ? undefined : this.#say(said)),
      (error: unknown) => this.#say(error instanceof Error ? error.message : String(error)),
    );
  }
}

/** A change lands by a yes in one letter or word; anything else is what should be different. */
function wishOf({ about: { need, checkpoint }, text }: Extract<Asked, { ask: 'settle' }>): Wish {
  if (need === 'answer') {
    return { wish: 'answer', checkpoint, text };
  }
  return /^y(?:es)?[.!]?$/i.test(text)
    ? { wish: 'approve', checkpoint }
    : { wish: 'decline', checkpoint, text };
}

/** Gives what is to be said about it. */
async function obey(asked: Asked, steering: Steering): Promise<string | undefined> {
  switch (asked.ask) {
    case 'nothing':
      return undefined;
    case 'stop':
      steering.stop();
      return undefined;
    case 'pause':
      return steering.pause?.();
    case 'page':
      return steering.page?.();
    case 'tell':
      return steering.tell?.(asked);
    case 'settle':
      return steering.settle?.(wishOf(asked));
  }
}
