import { weigh, type CheckResult } from '../domain/check.ts';
import { bad, warn } from './row.ts';
import { news, problem, type Line } from './said.ts';
import { checkMark, checkWords } from './words.ts';

export function baseline(check: CheckResult): Line {
  if (check.status === 'none') {
    return problem(warn('no check is configured: nothing will be verified by running it'));
  }
  switch (weigh(check, null)) {
    case 'green':
      return news('before any change: ', checkWords(check));
    case 'red':
      return problem(warn('red before any change'), `: ${checkWords(check)}`);
    case 'environment':
      return problem(bad('cannot be checked'), `: ${checkWords(check)}`);
  }
}

export function checked(result: CheckResult, base: CheckResult | null): Line {
  const say = weigh(result, base) === 'green' ? news : problem;
  const names = (result.tests?.failures ?? []).slice(0, 3).map((f) => f.name);
  return say(
    checkMark(result, base),
    `: ${checkWords(result)}`,
    names.length > 0 ? `: ${names.join(', ')}` : '',
    result.flaky ? warn(` · flaky: ${result.flaky.slice(0, 3).join(', ')}`) : '',
  );
}
