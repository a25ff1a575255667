const COMMENT = /^(?:\/\/+|#+|--+|;+|%+|\/\*+|\*+(?!\/)|<!--|\{\/\*|"""|''')\s*|\s*(?:\*+\/\}?|-->)$/g;
const BRACKETS = /^[([{<]\s*([^()[\]{}<>]*?)\s*[)\]}>]$/;
const ELLIPSIS = /\.{3}|…/;
const ONLY_DOTS = /^(?:\.{3}|…)$/;
const BETWEEN_DOTS = /^(?:\.{3}|…)\s*[\p{L}\s-]{1,40}(?:\.{3}|…)$/u;
/** Says without dots that code stays; what stays in the world, such as rows of a table, is an honest remark. */
const STAYS =
  /^(?:the )?(?:rest|remaining|remainder|other|existing)(?: of)?(?: the| this)?(?: \w+)? (?:code|file|class|component|content|function|implementation|imports|methods?|module|script|styles|tests?)\b.{0,20}\b(?:unchanged|(?:remains?|stays?|is|are) the same|as before|omitted|(?:goes|go) here)[.)]*$/i;
const LEFT_OUT =
  /\b(?:rest|remaining|remainder|existing|unchanged|previous|omitted|elided|truncated|same|keep|other|as before|as is|snip)\b/i;

/**
 * The first line of `text` that stands for lines left out, such as "// ... existing code ...", and that `old` does not
 * have as often: a model that writes it means "the rest stays", and a file would lose the rest.
 */
export function placeholderIn(text: string, old = ''): string | undefined {
  const known = new Map<string, number>();
  for (const line of old.split(/\r?\n/)) {
    known.set(line.trim(), (known.get(line.trim()) ?? 0) + 1);
  }
  return text
    .split(/\r?\n/)
    .find((line) => {
      const trimmed = line.trim();
      const left = known.get(trimmed) ?? 0;
      known.set(trimmed, left - 1);
      return left <= 0 && isPlaceholder(trimmed);
    })
    ?.trim();
}

/** A whole line of comment or in brackets that leaves something out, in words, by dots around a word, or by dots alone. */
function isPlaceholder(line: string): boolean {
  if (line.length > 120) {
    return false;
  }
  const inside = line.replaceAll(COMMENT, '').trim();
  const words = inside.replace(BRACKETS, '$1').trim();
  return words !== line && saysLeftOut(words) && !/[;={}]|=>|["'`]/.test(words);
}

const saysLeftOut = (words: string): boolean =>
  ELLIPSIS.test(words)
    ? LEFT_OUT.test(words) || ONLY_DOTS.test(words) || BETWEEN_DOTS.test(words)
    : STAYS.test(words);
