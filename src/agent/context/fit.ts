import { countTokens } from '../../model/tokens.ts';
import { firstOf, lastOf } from '../cut.ts';

/** Share of the window that the results of one reply may take together. */
const SHARE = 0.4;
/** Bound on one result where the window is unknown, in characters. */
const MOST_CHARACTERS = 200_000;
const HEAD_SHARE = 0.5;

/** A result as the conversation can bear it: what does not fit is left out of its middle, and that is said. */
export function fit(
  text: string,
  { window, beside }: { window: number | undefined; beside: number },
): string {
  const most = mostCharacters(text, window === undefined ? undefined : (window * SHARE) / beside);
  if (text.length <= most) {
    return text;
  }
  const head = firstOf(text, most * HEAD_SHARE);
  const tail = lastOf(text, most * (1 - HEAD_SHARE));
  const left = (text.length - head.length - tail.length).toLocaleString('en');
  return `${head}\n[… ${left} characters left out: there is no room for them in this conversation. Ask for a smaller part …]\n${tail}`;
}

function mostCharacters(text: string, tokens: number | undefined): number {
  if (tokens === undefined || text.length <= tokens) {
    return MOST_CHARACTERS;
  }
  const all = countTokens(text);
  return all <= tokens ? MOST_CHARACTERS : Math.floor((text.length * tokens) / all);
}
