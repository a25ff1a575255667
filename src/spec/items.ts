import markdownIt, { type Token } from 'markdown-it';

/** A list item at the top level of a spec. */
export type Item = {
  /** Its first paragraph or heading on one line, without the box. */
  readonly text: string;
  /** Line in the file, from 1. */
  readonly line: number;
  /** Heading that it stands under; empty before the first. */
  readonly section: string;
  /** `null` for an item without a box. */
  readonly done: boolean | null;
};

export type Outline = { readonly title: string | null; readonly items: readonly Item[] };

/** Blocks only: nobody needs emphasis or links here, and raw text survives as it was written. */
const markdown = markdownIt('commonmark').disable('inline');

/** First heading and top-level list items of a markdown text. Items inside quotes, code or other items do not count. */
export function outline(text: string): Outline {
  const tokens = markdown.parse(text, {});
  const items: Item[] = [];
  let title: string | null = null;
  let section = '';
  tokens.forEach((token, i) => {
    if (token.type === 'heading_open' && token.level === 0) {
      section = oneLine(tokens[i + 1]?.content ?? '');
      title ??= section === '' ? null : section;
    }
    if (token.type === 'list_item_open' && token.level === 1) {
      const item = readItem(token, tokens.slice(i + 1, i + 3), section);
      if (item) {
        items.push(item);
      }
    }
  });
  return { title, items };
}

function readItem(open: Token, [block, inline]: readonly Token[], section: string): Item | undefined {
  if (inline?.type !== 'inline' || block?.level !== open.level + 1) {
    return undefined;
  }
  const box = /^\[([ xX])\]\s+/.exec(inline.content);
  const text = oneLine(inline.content.slice(box?.[0].length ?? 0));
  const line = (inline.map?.[0] ?? open.map?.[0] ?? 0) + 1;
  return text === '' ? undefined : { text, line, section, done: box ? box[1] !== ' ' : null };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
