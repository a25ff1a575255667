/** What was let in, remembered for as long as it counts. `tokens` may be corrected once known. */
export type Mark = { tokens: number };

/** Requests travel for different times, so a window as the server sees it is a little longer than ours. */
const slackOf = (ms: number): number => Math.min(500, ms / 50 + 10);

export type WindowLimits = { readonly ms: number; readonly requests: number; readonly tokens: number };

/** At most so many requests and tokens within any stretch of `ms`. A request larger than the limit goes alone. */
export class RateWindow {
  readonly #limits: WindowLimits;
  readonly #span: number;
  readonly #marks: (Mark & { readonly at: number })[] = [];

  constructor(limits: WindowLimits) {
    this.#limits = limits;
    this.#span = limits.ms + slackOf(limits.ms);
  }

  /** How long until a request of this size fits, in milliseconds. */
  waitFor(tokens: number, now: number): number {
    while (this.#marks[0] && this.#marks[0].at + this.#span <= now) {
      this.#marks.shift();
    }
    return Math.max(this.#untilRequestsFit(now), this.#untilTokensFit(tokens, now));
  }

  add(tokens: number, now: number): Mark {
    const mark = { tokens, at: now };
    if (this.#limits.requests !== Infinity || this.#limits.tokens !== Infinity) {
      this.#marks.push(mark);
    }
    return mark;
  }

  #untilRequestsFit(now: number): number {
    const blocker = this.#marks[this.#marks.length - this.#limits.requests];
    return blocker ? blocker.at + this.#span - now : 0;
  }

  #untilTokensFit(tokens: number, now: number): number {
    if (this.#limits.tokens === Infinity) {
      return 0;
    }
    let over = this.#marks.reduce((sum, mark) => sum + mark.tokens, tokens) - this.#limits.tokens;
    let wait = 0;
    for (const mark of this.#marks) {
      if (over > 0) {
        over -= mark.tokens;
        wait = mark.at + this.#span - now;
      }
    }
    return wait;
  }
}
