import type { Fault } from '../faults.ts';
import { DOUBTED, quote, SHOWN, type GuardInput, type Rule } from './rule.ts';

const MOST = 8;

/** On a base whose tests were red, a check may be red for one more reason that no test names. */
export const failureBesideTests: Rule = {
  name: 'failure-beside-tests',
  levels: DOUBTED,
  find: (input) =>
    about(
      input,
      'named',
      'The tests that fail are those of the base, and this failed in the same check and not there:',
    ),
};

export const newFailureLines: Rule = {
  name: 'new-failure-lines',
  levels: SHOWN,
  find: (input) => about(input, 'told', 'The red check says this, which it did not say at the base:'),
};

function about(
  { faults = [] }: GuardInput,
  weight: Fault['weight'],
  intro: string,
): ReturnType<Rule['find']> {
  const texts = faults.filter((f) => f.weight === weight).map((f) => f.text);
  const rest = texts.length - MOST;
  return texts.length === 0
    ? []
    : [
        {
          file: '',
          detail: `${intro} ${texts.slice(0, MOST).map(quote).join('; ')}${rest > 0 ? ` and ${String(rest)} more` : ''} (# stands for numbers).`,
        },
      ];
}
