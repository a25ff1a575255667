import { objectOf } from '../../json.ts';
import { type Cursor, namedCalls, type PrintedCall } from './cursor.ts';
import { printedCall, pythonCalls } from './python.ts';
import { tagged } from './tagged.ts';

/**
 * One way in which models print calls. `opens` finds where it may begin; `alone` ones are too plain to be told from prose,
 * so they count only as the whole reply. `read` gives the calls up to where it understood, or undefined.
 */
export type Format = {
  readonly opens: RegExp;
  readonly alone: boolean;
  read(cursor: Cursor): PrintedCall[] | undefined;
};

export const formats: readonly Format[] = [
  {
    opens: /<([\w-]+:|｜DSML｜)?(tool_calls?|function_calls?|tools)>|<(function=|(｜DSML｜)?invoke )/g,
    alone: false,
    read: tagged,
  },
  { opens: /\[TOOL_CALLS\]/g, alone: false, read: bracketed },
  { opens: /<\|(tool_calls_section_begin|tool_call_begin)\|>/g, alone: false, read: sectioned },
  { opens: /<｜tool▁calls?▁begin｜>/g, alone: false, read: barred },
  { opens: /<\|python_(tag|start)\|>/g, alone: false, read: afterPythonTag },
  { opens: /<\|tool_call\|>|functools(?=\[)/g, alone: false, read: (cursor) => afterMark(cursor) },
  { opens: /(<\|start\|>assistant)?<\|channel\|>(commentary|analysis) to=/g, alone: false, read: channelled },
  { opens: /Action:\s*```json\s*\n/g, alone: false, read: announced },
  { opens: /```(json|tool_call|tool_code|python)?\s*\n/g, alone: true, read: fenced },
  { opens: /[{[]/g, alone: true, read: plain },
];

/** `[TOOL_CALLS]` before a list, an object, or `name[ARGS]{…}` again and again. */
function bracketed(cursor: Cursor): PrintedCall[] | undefined {
  const calls: PrintedCall[] = [];
  while (cursor.take(/\s*(\[TOOL_CALLS\]\s*|(?=[\w.-]+\[ARGS\]))/y)) {
    const name = cursor.take(/([\w.-]+)\s*(?:\[CALL_ID\][\w-]*\s*)?(?:\[ARGS\])?\s*(?=\{)/y)?.[1];
    const value = cursor.json();
    const input = objectOf(value);
    const found = name === undefined ? namedCalls(value) : input && [{ name, input }];
    if (!found) {
      return undefined;
    }
    calls.push(...found);
  }
  return calls;
}

/** `<|tool_call_begin|>functions.name:0<|tool_call_argument_begin|>{…}<|tool_call_end|>` in a section. */
function sectioned(cursor: Cursor): PrintedCall[] | undefined {
  const calls: PrintedCall[] = [];
  cursor.take(/\s*<\|tool_calls_section_begin\|>\s*/y);
  while (cursor.take(/\s*<\|tool_call_begin\|>\s*/y)) {
    const id = cursor.until('<|tool_call_argument_begin|>')?.trim() ?? '';
    const input = objectOf(cursor.json());
    if (!input) {
      return undefined;
    }
    cursor.take(/\s*<\|tool_call_end\|>/y);
    calls.push({ name: id.replace(/^functions\./, '').replace(/:\d+$/, ''), input });
  }
  cursor.take(/\s*<\|tool_calls_section_end\|>/y);
  return calls;
}

/** `<｜tool▁call▁begin｜>function<｜tool▁sep｜>name` and a fenced object, or `name<｜tool▁sep｜>{…}`. */
function barred(cursor: Cursor): PrintedCall[] | undefined {
  const calls: PrintedCall[] = [];
  cursor.take(/\s*<｜tool▁calls▁begin｜>\s*/y);
  while (cursor.take(/\s*<｜tool▁call▁begin｜>\s*/y)) {
    const before = cursor.until('<｜tool▁sep｜>')?.trim() ?? '';
    const after = cursor.take(/\s*([\w.-]+)\s*```(?:json)?\s*/y)?.[1];
    const input = objectOf(cursor.json());
    if (!input) {
      return undefined;
    }
    cursor.take(/\s*(```)?\s*<｜tool▁call▁end｜>/y);
    calls.push({ name: after ?? before, input });
  }
  cursor.take(/\s*<｜tool▁calls▁end｜>/y);
  return calls;
}

/** Objects set apart by semicolons, or a Python call list. */
function afterPythonTag(cursor: Cursor): PrintedCall[] | undefined {
  const calls: PrintedCall[] = [];
  cursor.take(/<\|python_(tag|start)\|>\s*/y);
  do {
    const start = cursor.at;
    const found = namedCalls(cursor.json());
    if (!found) {
      cursor.at = start;
    }
    const more = found ?? pythonCalls(cursor);
    if (!more) {
      return undefined;
    }
    calls.push(...more);
  } while (cursor.take(/\s*;\s*/y));
  cursor.take(/\s*<\|python_end\|>/y);
  return calls;
}

function afterMark(cursor: Cursor): PrintedCall[] | undefined {
  cursor.take(/<\|tool_call\|>|functools/y);
  return namedCalls(cursor.json());
}

/** `<|channel|>commentary to=functions.name <|constrain|>json<|message|>{…}<|call|>` */
function channelled(cursor: Cursor): PrintedCall[] | undefined {
  const calls: PrintedCall[] = [];
  const HEAD =
    /\s*(?:<\|start\|>assistant)?<\|channel\|>(?:commentary|analysis) to=(?:functions\.)?([\w-]+)[^{]{0,80}<\|message\|>/y;
  for (let head = cursor.take(HEAD); head; head = cursor.take(HEAD)) {
    const input = objectOf(cursor.json());
    if (!input) {
      return undefined;
    }
    cursor.take(/\s*<\|call\|>/y);
    calls.push({ name: head[1] ?? '', input });
  }
  return calls;
}

function announced(cursor: Cursor): PrintedCall[] | undefined {
  cursor.take(/Action:\s*/y);
  return fenced(cursor);
}

function fenced(cursor: Cursor): PrintedCall[] | undefined {
  const word = cursor.take(/```(json|tool_call|tool_code|python)?\s*\n\s*/y)?.[1];
  const calls = (word === 'tool_code' ? printedCall(cursor) : undefined) ?? plain(cursor);
  return calls && cursor.take(/\s*```/y) ? calls : undefined;
}

function plain(cursor: Cursor): PrintedCall[] | undefined {
  const start = cursor.at;
  const calls = namedCalls(cursor.json());
  if (calls) {
    return calls;
  }
  cursor.at = start;
  return pythonCalls(cursor);
}
