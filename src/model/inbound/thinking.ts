const OPENING = /^\s*<(think|thinking|thought|reasoning)>/i;
const CLOSING = /<\/(think|thinking|thought|reasoning)>[ \t]*(?=\n|$)/i;

/**
 * Parts thoughts printed into the text from the answer: a tag that opens the reply, or a closing one whose opening was
 * swallowed by the server's template. Tags that the answer itself speaks of stay.
 */
export function splitThoughts(text: string): { readonly thoughts: string; readonly answer: string } {
  const [opening, tag] = OPENING.exec(text) ?? [];
  if (opening !== undefined && tag !== undefined) {
    const close = `</${tag}>`;
    const end = text.toLowerCase().indexOf(close.toLowerCase(), opening.length);
    return end < 0
      ? { thoughts: text.slice(opening.length).trim(), answer: '' }
      : {
          thoughts: text.slice(opening.length, end).trim(),
          answer: text.slice(end + close.length).trimStart(),
        };
  }
  const stray = CLOSING.exec(text);
  if (!stray || /<(think|thinking|thought|reasoning)>/i.test(text) || isQuoted(text, stray.index)) {
    return { thoughts: '', answer: text };
  }
  return {
    thoughts: text.slice(0, stray.index).trim(),
    answer: text.slice(stray.index + stray[0].length).trimStart(),
  };
}

const isQuoted = (text: string, at: number): boolean =>
  /["'`]$/.test(text.slice(Math.max(0, at - 1), at)) || insideFence(text, at);

/** Whether a place in a text lies inside a code fence that was opened before it. */
export function insideFence(text: string, at: number): boolean {
  let fence = '';
  for (const [, mark] of text.slice(0, at).matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (mark === undefined) {
      continue;
    }
    if (fence === '') {
      fence = mark;
    } else if (mark.startsWith(fence)) {
      fence = '';
    }
  }
  return fence !== '';
}
