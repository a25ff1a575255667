import { objectOf } from '../../json.ts';
import { type Cursor, namedCalls, type PrintedCall } from './cursor.ts';

const OPEN = /\s*<(?:[\w-]+:|｜DSML｜)?(?:tool_calls?|function_calls?|tools)>\s*/y;
const CLOSE = /\s*<\/(?:[\w-]+:|｜DSML｜)?(?:tool_calls?|function_calls?|tools)>/y;

/**
 * Calls between tags: JSON, or functions and parameters as tags of their own. Tags around them may be missing, and bear
 * a vendor's name in front: `minimax:tool_call`, `｜DSML｜invoke`.
 */
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
  const input = object ?? parameters(cursor, /\s*<parameter=["']?([\w.-]+)["']?>/y);
  return input && cursor.take(/\s*<\/function>/y)
    ? [{ name, input, ...(object ? {} : { raw: true }) }]
    : undefined;
}

/** `<invoke name="…">` with `<parameter name="…">` tags. */
function invokeTag(cursor: Cursor): PrintedCall[] | undefined {
  const name = cursor.take(/\s*<(?:｜DSML｜)?invoke name=["']([\w.-]+)["']>/y)?.[1];
  if (name === undefined) {
    return undefined;
  }
  const input = parameters(cursor, /\s*<(?:｜DSML｜)?parameter name=["']([\w.-]+)["'][^>]{0,60}>/y);
  return input && cursor.take(/\s*<\/(｜DSML｜)?invoke>/y) ? [{ name, input, raw: true }] : undefined;
}

const PARAMETER_END =
  /<\/(?:｜DSML｜)?parameter>(?=\s*(<(｜DSML｜)?parameter[ =]|<\/(｜DSML｜)?(function|invoke)>))/;
/** For a parameter without an end of its own. */
const FUNCTION_END = /(?=<\/(｜DSML｜)?(function|invoke)>)/;

/**
 * Values are raw text, with one line end off at each side. A value may itself speak of tags: it ends at the closing tag
 * that another parameter or the end of the function follows.
 */
function parameters(cursor: Cursor, open: RegExp): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (let tag = cursor.take(open); tag; tag = cursor.take(open)) {
    const rest = cursor.text.slice(cursor.at);
    const stop = PARAMETER_END.exec(rest) ?? FUNCTION_END.exec(rest);
    if (!stop) {
      return undefined;
    }
    values[tag[1] ?? ''] = rest.slice(0, stop.index).replace(/^\n/, '').replace(/\n$/, '');
    cursor.at += stop.index + stop[0].length;
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
