import type { Cursor, PrintedCall } from './cursor.ts';
import { endOfString } from '../scan.ts';

/** `[name(key="value", …), …]`: a list of calls with literal keyword arguments and nothing else. */
export function pythonCalls(cursor: Cursor): PrintedCall[] | undefined {
  if (!cursor.take(/\s*\[\s*/y)) {
    return undefined;
  }
  const calls: PrintedCall[] = [];
  do {
    const call = pythonCall(cursor);
    if (!call) {
      return undefined;
    }
    calls.push(call);
  } while (cursor.take(/\s*,\s*/y));
  return cursor.take(/\s*\]/y) ? calls : undefined;
}

/** `name(key="value")` alone, or with `print` around it. */
export function printedCall(cursor: Cursor): PrintedCall[] | undefined {
  const start = cursor.at;
  const printed = cursor.take(/\s*print\(/y);
  const call = pythonCall(cursor);
  if (call && (!printed || cursor.take(/\s*\)/y))) {
    return [call];
  }
  cursor.at = start;
  return undefined;
}

function pythonCall(cursor: Cursor): PrintedCall | undefined {
  const name = cursor.take(/\s*([A-Za-z_][\w.]*)\s*\(\s*/y)?.[1];
  const input = name === undefined ? undefined : keywords(cursor);
  return name === undefined || !input ? undefined : { name, input };
}

function keywords(cursor: Cursor): Record<string, unknown> | undefined {
  const input: Record<string, unknown> = {};
  while (!cursor.take(/\s*\)/y)) {
    const key = cursor.take(/\s*([A-Za-z_]\w*)\s*=\s*/y)?.[1];
    const value = key === undefined ? undefined : literal(cursor);
    if (key === undefined || !value) {
      return undefined;
    }
    input[key] = value.value;
    cursor.take(/\s*,/y);
  }
  return input;
}

type Literal = { readonly value: unknown };

const words: Readonly<Record<string, unknown>> = {
  True: true,
  False: false,
  None: null,
  true: true,
  false: false,
  null: null,
};

function literal(cursor: Cursor): Literal | undefined {
  const word = cursor.take(/\s*(True|False|None|true|false|null)\b/y)?.[1];
  if (word !== undefined) {
    return { value: words[word] };
  }
  const number = cursor.take(/\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y)?.[1];
  if (number !== undefined) {
    return { value: Number(number) };
  }
  return text(cursor) ?? list(cursor) ?? dict(cursor);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

function text(cursor: Cursor): Literal | undefined {
  cursor.take(/\s*/y);
  const quote = cursor.text.charAt(cursor.at);
  const end = quote === '"' || quote === "'" ? endOfString(cursor.text, cursor.at) : undefined;
  if (end === undefined) {
    return undefined;
  }
  const body = cursor.text.slice(cursor.at + 1, end - 1);
  cursor.at = end;
  return {
    value: body.replace(
      /\\([\s\S])/g,
      (all, char: string) => escapes[char] ?? (/["'\\]/.test(char) ? char : all),
    ),
  };
}

function list(cursor: Cursor): Literal | undefined {
  if (!cursor.take(/\s*\[/y)) {
    return undefined;
  }
  const value: unknown[] = [];
  while (!cursor.take(/\s*\]/y)) {
    const item = literal(cursor);
    if (!item) {
      return undefined;
    }
    value.push(item.value);
    cursor.take(/\s*,/y);
  }
  return { value };
}

function dict(cursor: Cursor): Literal | undefined {
  if (!cursor.take(/\s*\{/y)) {
    return undefined;
  }
  const value: Record<string, unknown> = {};
  while (!cursor.take(/\s*\}/y)) {
    const key = text(cursor);
    const item = key && cursor.take(/\s*:/y) ? literal(cursor) : undefined;
    if (!key || !item) {
      return undefined;
    }
    value[String(key.value)] = item.value;
    cursor.take(/\s*,/y);
  }
  return { value };
}
