import { type Json, objectOf, parsed } from '../../json.ts';
import { mended } from '../repair.ts';
import { endOfJson } from '../scan.ts';

/** A call as a model printed it; `raw` values are text whose types the tool's schema tells. */
export type PrintedCall = { readonly name: string; readonly input: Json; readonly raw?: true };

/** A place in a text that only moves forward past what was understood. */
export class Cursor {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** Moves past `pattern` (sticky) and gives what it caught, or stays. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text) ?? undefined;
    this.at += match?.[0].length ?? 0;
    return match;
  }

  /** Moves to just after `mark` and gives the text before it, or stays. */
  until(mark: string): string | undefined {
    const end = this.text.indexOf(mark, this.at);
    if (end < 0) {
      return undefined;
    }
    const before = this.text.slice(this.at, end);
    this.at = end + mark.length;
    return before;
  }

  /** Moves past one JSON object or array and gives it, or stays. */
  json(): unknown {
    this.take(/\s*/y);
    const end = /[[{]/.test(this.text.charAt(this.at)) ? endOfJson(this.text, this.at) : undefined;
    if (end === undefined) {
      return undefined;
    }
    const text = this.text.slice(this.at, end);
    const value = (parsed(text) ?? mended(text))?.value;
    this.at = value === undefined ? this.at : end;
    return value;
  }

  atEnd(): boolean {
    this.take(/(\s|<\|(im_end|eot_id|eom_id|end|call|return)\|>|<\/s>)*/y);
    return this.at === this.text.length;
  }
}

/** `{ name, arguments }` in any of its spellings, or a list of them. */
export function namedCalls(value: unknown): PrintedCall[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  const calls = list.map(namedCall);
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined;
}

function namedCall(value: unknown): PrintedCall | undefined {
  const object = objectOf(value);
  const inner = objectOf(object?.['function']) ?? object;
  const name = inner?.['name'] ?? inner?.['tool'] ?? inner?.['tool_name'];
  const args = inner?.['arguments'] ?? inner?.['parameters'] ?? inner?.['args'] ?? inner?.['input'];
  const input = objectOf(typeof args === 'string' ? parsed(args)?.value : args);
  return typeof name === 'string' && input ? { name, input } : undefined;
}
