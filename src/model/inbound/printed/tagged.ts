import { objectOf } from '../../json.ts';
import { type Cursor, namedCalls, type PrintedCall } from './cursor.ts';

const OPEN = /\s*<(?:tool_calls?|function_calls?|tools|minimax:tool_call)>\s*/y;
const CLOSE = /\s*<\/(?:tool_calls?|function_calls?|tools|minimax:tool_call)>/y;

/** Calls between tags: JSON, or functions and parameters as tags of their own. Tags around them may be missing. */
export function tagged(cursor: Cursor): PrintedCall[] | undefined {
  const calls: PrintedCall[] = [];
  while (true) {
    const opened = cursor.take(OPEN) !== undefined;
    const found = oneOf(cursor);
    if (!found) {
      return opened || calls.length === 0 ? undefined : calls;
    }
    calls.push(...found);
    cursor.take(CLOSE);
  }
}

function oneOf(cursor: Cursor): PrintedCall[] | undefined {
  return functionTag(cursor) ?? invokeTag(cursor) ?? keyTags(cursor) ?? jsonCalls(cursor);
}

function jsonCalls(cursor: Cursor): PrintedCall[] | undefined {
  const start = cursor.at;
  const calls = namedCalls(cursor.json());
  if (!calls) {
    cursor.at = start;
  }
  return calls;
}

/** `<function=name>` with `<parameter=key>` tags, or with one JSON object. */
function functionTag(cursor: Cursor): PrintedCall[] | undefined {
  const name = cursor.take(/\s*<function=["']?([\w.-]+)["']?>/y)?.[1];
  if (name === undefined) {
    return undefined;
  }
  const object = objectOf(cursor.json());
  const input = object ?? parameters(cursor, /\s*<parameter=["']?([\w.-]+)["']?>/y, '</function>');
  return input && cursor.take(/\s*<\/function>/y)
    ? [{ name, input, ...(object ? {} : { raw: true }) }]
    : undefined;
}

/** `<invoke name="…">` with `<parameter name="…">` tags. */
function invokeTag(cursor: Cursor): PrintedCall[] | undefined {
  const name = cursor.take(/\s*<invoke name=["']([\w.-]+)["']>/y)?.[1];
  if (name === undefined) {
    return undefined;
  }
  const input = parameters(cursor, /\s*<parameter name=["']([\w.-]+)["'][^>]{0,60}>/y, '</invoke>');
  return input && cursor.take(/\s*<\/invoke>/y) ? [{ name, input, raw: true }] : undefined;
}

/**
 * Values are raw text, with one line end off at each side. A value may itself speak of tags: it ends at the closing tag
 * that another parameter or the end of the function follows.
 */
function parameters(cursor: Cursor, open: RegExp, end: string): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (let tag = cursor.take(open); tag; tag = cursor.take(open)) {
    const rest = cursor.text.slice(cursor.at);
    const stop = /<\/parameter>(?=\s*(<parameter[ =]|<\/(function|invoke)>))/.exec(rest);
    const last = stop?.index ?? rest.indexOf(end);
    if (last < 0) {
      return undefined;
    }
    values[tag[1] ?? ''] = rest.slice(0, last).replace(/^\n/, '').replace(/\n$/, '');
    cursor.at += last + (stop?.[0].length ?? 0);
  }
  return values;
}

/** A bare name with `<arg_key>` and `<arg_value>` pairs. */
function keyTags(cursor: Cursor): PrintedCall[] | undefined {
  const name = cursor.take(/\s*([\w.-]+)\s*(?=<arg_key>)/y)?.[1];
  if (name === undefined) {
    return undefined;
  }
  const input: Record<string, string> = {};
  while (cursor.take(/\s*<arg_key>/y)) {
    const key = cursor.until('</arg_key>');
    const value = cursor.take(/\s*<arg_value>/y) && cursor.until('</arg_value>');
    if (key === undefined || value === undefined) {
      return undefined;
    }
    input[key.trim()] = value.replace(/^\n/, '').replace(/\n$/, '');
  }
  return [{ name, input, raw: true }];
}
