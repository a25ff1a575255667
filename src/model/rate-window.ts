/** What was let in, remembered for as long as it counts. `tokens` may be corrected once known. */
export type Mark = { tokens: number };

export type RateWindow = {
  /** How long until a request of this size fits, in milliseconds. */
  waitFor(tokens: number, now: number): number;
  add(tokens: number, now: number): Mark;
};

/** Requests travel for different times, so a window as the server sees it is a little longer than ours. */
const slackOf = (ms: number): number => Math.min(500, ms / 100 + 5);

/** At most so many requests and tokens within any stretch of `ms`. A request larger than the limit goes alone. */
export function createWindow(limit: { ms: number; requests: number; tokens: number }): RateWindow {
  const span = limit.ms + slackOf(limit.ms);
  const marks: (Mark & { readonly at: number })[] = [];
  const forget = (now: number): void => {
    while (marks[0] && marks[0].at + span <= now) {
      marks.shift();
    }
  };
  const sum = (): number => marks.reduce((total, mark) => total + mark.tokens, 0);

  const untilRequestsFit = (now: number): number => {
    const blocker = marks[marks.length - limit.requests];
    return blocker ? blocker.at + span - now : 0;
  };
  const untilTokensFit = (tokens: number, now: number): number => {
    let over = limit.tokens === Infinity ? 0 : sum() + tokens - limit.tokens;
    for (const mark of marks) {
      if (over <= 0) {
        break;
      }
      over -= mark.tokens;
      if (over <= 0 || mark === marks.at(-1)) {
        return mark.at + span - now;
      }
    }
    return 0;
  };
  return {
    waitFor(tokens, now) {
      forget(now);
      return Math.max(untilRequestsFit(now), untilTokensFit(tokens, now));
    },
    add(tokens, now) {
      const mark = { tokens, at: now };
      if (limit.requests !== Infinity || limit.tokens !== Infinity) {
        marks.push(mark);
      }
      return mark;
    },
  };
}
