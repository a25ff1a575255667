const COMMENT = /^(?:\/\/+|#+|--+|;+|%+|\/\*+|\*+(?!\/)|<!--|\{\/\*|"""|''')\s*|\s*(?:\*+\/\}?|-->)$/g;
const BRACKETS = /^[([{<]\s*([^()[\]{}<>]*?)\s*[)\]}>]$/;
const ELLIPSIS = /\.{3}|…/;
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

/** A whole line of comment or in brackets, an ellipsis in it, and a word for what stays; or a comment of only dots. */
function isPlaceholder(line: string): boolean {
  if (!ELLIPSIS.test(line) || line.length > 120) {
    return false;
  }
  const inside = line.replaceAll(COMMENT, '').trim();
  const words = inside.replace(BRACKETS, '$1').trim();
  const isMarked = words !== line;
  return isMarked && (LEFT_OUT.test(words) || /^(?:\.{3}|…)$/.test(words)) && !/[;={}]|=>|["'`]/.test(words);
}
