import { bounded } from '../agent/boundary.ts';

const MOST = 20;

/** The names of failing tests after what they mean for the reader; nothing where there are none. */
export function failing(meaning: string, names: readonly string[]): string[] {
  if (names.length === 0) {
    return [];
  }
  const left = names.length - MOST;
  const listed = [...names.slice(0, MOST), ...(left > 0 ? [`… and ${String(left)} more`] : [])];
  return [`${meaning}\n${bounded('failing-tests', listed.join('\n'))}`];
}
