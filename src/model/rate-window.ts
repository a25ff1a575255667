/** What was let in, remembered for as long as it counts. Corrected once more is known: the tokens, and when it arrived. */
export type Mark = { tokens: number; at: number };

/** A server counts a request when it arrives, which is after it was sent and before it is answered. */
const LONGEST_TRAVEL_MS = 1000;

export function arrivedBy(mark: Mark, now: number): void {
  mark.at = Math.min(now, mark.at + LONGEST_TRAVEL_MS);
}

/** Requests travel for different times, so a window as the server sees it is a little longer than ours. */
const slackOf = (ms: number): number => Math.min(500, ms / 100 + 5);

export type WindowLimits = { readonly ms: number; readonly requests: number; readonly tokens: number };

/** At most so many requests and tokens within any stretch of `ms`. A request larger than the limit goes alone. */
export class RateWindow {
  readonly #limits: WindowLimits;
  readonly #span: number;
  #marks: Mark[] = [];

  constructor(limits: WindowLimits) {
    this.#limits = limits;
    this.#span = limits.ms + slackOf(limits.ms);
  }

  /** How long until a request of this size fits, in milliseconds. */
  waitFor(tokens: number, now: number): number {
    this.#marks = this.#marks.filter(({ at }) => at + this.#span > now).toSorted((a, b) => a.at - b.at);
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
