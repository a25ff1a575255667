import { jsonrepair } from 'jsonrepair';
import type { z } from 'zod';

/**
 * Reads a result out of a text whose writer forgot the tool: fenced, after prose, in bold. Of the objects in it the last
 * one that fits the schema counts; what is not an object of that shape is never guessed at.
 */
export function salvage<T>(schema: z.ZodType<T>, text: string): T | undefined {
  for (const candidate of candidates(text).toReversed()) {
    const parsed = schema.safeParse(asJson(candidate));
    if (parsed.success) {
      return parsed.data;
    }
  }
  return undefined;
}

/** Braces that never close are looked at so many times: each look reads to the end of the text. */
const MOST_UNCLOSED = 50;

/** Top-level objects of the text, outermost braces matched with strings respected. */
function candidates(text: string): string[] {
  const found: string[] = [];
  let unclosed = 0;
  for (let i = text.indexOf('{'); i >= 0 && unclosed < MOST_UNCLOSED; i = text.indexOf('{', i + 1)) {
    const end = closing(text, i);
    if (end < 0) {
      unclosed++;
    } else {
      found.push(text.slice(i, end + 1));
      i = end;
    }
  }
  return found;
}

function closing(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '\\') {
        i++;
      } else if (c === '"') {
        quoted = false;
      }
    } else if (c === '"') {
      quoted = true;
    } else if (c === '{') {
      depth++;
    } else if (c === '}' && --depth === 0) {
      return i;
    }
  }
  return -1;
}

/** Balanced text only: a repair may mend quotes and commas, never close what was left open. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    try {
      return JSON.parse(jsonrepair(text)) as unknown;
    } catch {
      return undefined;
    }
  }
}
