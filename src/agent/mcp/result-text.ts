import type { CallToolResult } from '@modelcontextprotocol/client';
import { plainText } from '../../io/text-terminal.ts';
import { bounded } from '../boundary.ts';
import { firstOf } from '../cut.ts';

const MOST_CHARACTERS = 50_000;

type Content = CallToolResult['content'][number];

/** What a server answered, as the model reads it: words within marks, since they are somebody else's; bounded. */
export function resultText({ content, structuredContent }: CallToolResult, server: string): string {
  const parts = content.map(partText).filter((text) => text !== '');
  const words =
    parts.length === 0 && structuredContent !== undefined ? json(structuredContent) : parts.join('\n');
  const clean = plainText(words);
  if (clean.trim() === '') {
    return '(no output)';
  }
  const left = clean.length - MOST_CHARACTERS;
  const cut = left > 0 ? `\n[${left.toLocaleString('en')} more characters left out]` : '';
  return `${bounded(`untrusted-${server}`, firstOf(clean, MOST_CHARACTERS))}${cut}`;
}

function partText(part: Content): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type}, ${part.mimeType}, ${part.data.length.toLocaleString('en')} characters of base64, not shown]`;
    case 'resource':
      return 'text' in part.resource ? part.resource.text : `[${part.resource.uri}, binary, not shown]`;
    case 'resource_link':
      return `[${part.name}: ${part.uri}]`;
  }
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
