import type { Said } from './said.ts';

type Delta = Extract<Said, { say: 'delta' }>;

const EVERY_MS = 100;
/** The end of it is what a person reads. */
const MOST_CHARACTERS = 4_000;

/** Joins the pieces of replies, so that ten messages a second and a few kilobytes are the most there is of each. */
export class Coalescer {
  readonly #waiting = new Map<string, Delta>();
  readonly #send: (delta: Delta) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (delta: Delta) => void) {
    this.#send = send;
  }

  add(delta: Delta): void {
    const key = `${delta.conversation} ${delta.kind}`;
    const before = this.#waiting.get(key)?.text ?? '';
    this.#waiting.set(key, { ...delta, text: `${before}${delta.text}`.slice(-MOST_CHARACTERS) });
    this.#timer ??= setTimeout(() => this.flush(), EVERY_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach((delta) => this.#send(delta));
  }
}
