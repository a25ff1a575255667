import { isDeepStrictEqual } from 'node:util';
import { isEmptyObject, type Json, listOf, objectOf, parsed } from '../json.ts';
import type { ToolSpec } from '../model.ts';
import { mended } from './repair.ts';
import { endOfJson } from './scan.ts';

/** The inputs that a call's arguments hold (several, where calls were glued together), or why there are none. */
export type Arguments = { readonly inputs: readonly Json[] } | { readonly problem: string };

const DEEPEST_ENCODING = 3;
const EXCERPT = 160;

/** Reads the arguments of one call. Valid JSON is taken as it is; nothing that was left open is ever closed. */
export function readArguments(pieces: readonly string[], tool: ToolSpec | undefined): Arguments {
  const text = pieces.join('').trim();
  if (text === '' || text === 'null') {
    return withoutArguments(tool);
  }
  const whole = fromJson(text, DEEPEST_ENCODING) ?? fromCumulative(pieces) ?? fromBent(text);
  if ('problem' in whole) {
    return whole;
  }
  return { inputs: whole.inputs.map((input) => unnested(input, tool)) };
}

function withoutArguments(tool: ToolSpec | undefined): Arguments {
  const required = listOf(tool?.parameters['required']).map(String);
  return required.length === 0
    ? { inputs: [{}] }
    : { problem: `the call came without arguments; required: ${required.join(', ')}` };
}

function fromJson(text: string, depth: number): Arguments | undefined {
  const json = parsed(text);
  if (!json) {
    return undefined;
  }
  const object = objectOf(json.value);
  if (object) {
    return { inputs: [object] };
  }
  const inner =
    typeof json.value === 'string' && depth > 0 ? fromJson(json.value.trim(), depth - 1) : undefined;
  return inner ?? { problem: `the arguments must be a JSON object, not ${excerpt(text)}` };
}

/** Each piece repeats all that came before: the last one is the whole. */
function fromCumulative(pieces: readonly string[]): Arguments | undefined {
  const grows = pieces.every((piece, n) => n === 0 || piece.startsWith(pieces[n - 1] ?? ''));
  return pieces.length > 1 && grows ? fromJson((pieces.at(-1) ?? '').trim(), 0) : undefined;
}

function fromBent(text: string): Arguments {
  const body = unwrapped(text);
  return fromJson(body, DEEPEST_ENCODING) ?? fromSequence(body);
}

/** Takes off a code fence, a tag pair and a label around the object. */
function unwrapped(text: string): string {
  const fence = /^```[a-z]*\s*/i.exec(text)?.[0];
  const unfenced = fence !== undefined && text.endsWith('```') ? text.slice(fence.length, -3).trim() : text;
  const [open, tag] = /^<([a-z_]+)>\s*/i.exec(unfenced) ?? [];
  const close = `</${tag ?? ''}>`;
  const untagged =
    open !== undefined && unfenced.endsWith(close)
      ? unfenced.slice(open.length, -close.length).trim()
      : unfenced;
  return untagged.replace(/^(?:json|arguments|args|null|""|\[\])?\s*[:=]?\s*(?=\{)/i, '');
}

/** What may trail a whole object: closers too many, stray tags and control tokens. */
const TRAIL = /^(?:[\s}\]]|```|<\/?[a-z_:]+>|<[|｜][^|｜>]{0,60}[|｜]>)*$/i;

function fromSequence(text: string): Arguments {
  const inputs: Json[] = [];
  let at = 0;
  while (text.startsWith('{', at)) {
    const end = endOfJson(text, at);
    if (end === undefined) {
      return { problem: `the arguments are incomplete JSON, cut short at: ${excerpt(text.slice(-EXCERPT))}` };
    }
    const object = objectOf((parsed(text.slice(at, end)) ?? mended(text.slice(at, end)))?.value);
    if (!object) {
      return { problem: `the arguments are not valid JSON: ${excerpt(text)}` };
    }
    inputs.push(object);
    at = end + (/^[\s,;]*(?=\{)/.exec(text.slice(end, end + 50))?.[0].length ?? 0);
  }
  if (inputs.length === 0 || !TRAIL.test(text.slice(at))) {
    return { problem: `the arguments are not a JSON object: ${excerpt(text)}` };
  }
  return { inputs: distinct(inputs) };
}

/** A server's empty start and its repetitions are no calls of their own. */
function distinct(inputs: readonly Json[]): Json[] {
  const full = inputs.filter((input) => !isEmptyObject(input));
  return (full.length > 0 ? full : inputs.slice(0, 1)).filter(
    (input, n, all) => all.findIndex((other) => isDeepStrictEqual(other, input)) === n,
  );
}

/** A list, object, number or truth that came as its own JSON text is taken out of it, where no text was asked for. */
function unnested(input: Json, tool: ToolSpec | undefined): Json {
  const properties = objectOf(tool?.parameters['properties']) ?? {};
  const entries = Object.entries(input).map(
    ([key, value]) => [key, fitted(value, objectOf(properties[key]))] as const,
  );
  return Object.fromEntries(entries);
}

function fitted(value: unknown, schema: Json | undefined): unknown {
  const types = typesOf(schema);
  if (typeof value !== 'string' || types.length === 0 || types.includes('string')) {
    return value;
  }
  const inner = parsed(value.trim());
  return inner && types.includes(typeOf(inner.value)) ? inner.value : value;
}

const typesOf = (schema: Json | undefined): string[] => {
  const type = schema?.['type'];
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
  return names.flatMap((name) => (name === 'integer' ? ['number'] : [name]));
};

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

const excerpt = (text: string): string =>
  JSON.stringify(text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text);
