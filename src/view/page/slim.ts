import type { CheckResult } from '../../domain/check.ts';
import type { Event } from '../../domain/event.ts';
import type { Entry } from '../watch.ts';

const MOST_NAMES = 200;
const MOST_TEXT = 16_000;

/**
 * An entry as it is sent to the page: without the names of tests that passed, which no state depends on and which make
 * up most of a long journal. Counts stay; what is cut says so.
 */
export const slim = ({ seq, at, event }: Entry): Entry => ({ seq, at, event: slimEvent(event) });

function slimEvent(event: Event): Event {
  if (event.type === 'baseline.ran') {
    return { ...event, check: slimCheck(event.check) };
  }
  if (event.type === 'run.checked') {
    return { ...event, result: slimCheck(event.result) };
  }
  if (event.type === 'check.ran') {
    const { result, baseTests } = event;
    const tests = baseTests ? { baseTests: { ...baseTests, result: slimCheck(baseTests.result) } } : {};
    return { ...event, result: slimCheck(result), ...tests };
  }
  return event.type === 'plan.failed' ? { ...event, raw: shortened(event.raw, MOST_TEXT) } : event;
}

function slimCheck(result: CheckResult): CheckResult {
  const { tests } = result;
  return {
    ...result,
    tail: ending(result.tail, MOST_TEXT),
    ...(tests ? { tests: { ...tests, skips: tests.skips.slice(0, MOST_NAMES), passes: [] } } : {}),
  };
}

/** The beginning of a text, and how much of it is left out. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}\n… (${left(text, most)} left out)`;

/** The end of a text, and how much of it is left out. */
const ending = (text: string, most: number): string =>
  text.length <= most ? text : `(${left(text, most)} left out) …\n${text.slice(-most)}`;

const left = (text: string, most: number): string =>
  `${(text.length - most).toLocaleString('en-US')} characters`;
