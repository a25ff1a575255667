import type { ReportedFailure } from '../failure/reported.ts';
import { codesOf, wordsOf } from '../failure/reported.ts';
import { type Json, listOf, objectOf } from '../json.ts';
import type { Lesson } from '../lessons.ts';
import type { Setup } from './setup.ts';

/** A refusal: its words and codes in lower case, the request it met, and how that was written. */
type Refusal = { readonly text: string; readonly raw: string; readonly body: Json; readonly setup: Setup };

type Teacher = (refusal: Refusal) => Lesson | undefined;

const REFUSED =
  /unsupported|not support|unrecognized|unknown|not permitted|extra_forbidden|extra inputs|not allowed|only the default|deprecated|cannot find field|unexpected|not implemented|not available|is not valid|invalid parameter|no longer|additional properties/;

/**
 * What a refusal teaches about a server, or undefined where it teaches nothing new: then it is an error. Each lesson
 * changes what is sent, so the same refusal cannot teach twice.
 */
export function lessonFrom(report: ReportedFailure, body: Json, setup: Setup): Lesson | undefined {
  const { status } = report;
  if (status !== undefined && status !== 400 && status !== 422 && status !== 404 && status !== 500) {
    return undefined;
  }
  const raw = `${wordsOf(report.body)} ${codesOf(report.body)}`.slice(0, 8000);
  // What a refusal recommends is not what it refuses.
  const text = raw.toLowerCase().replace(/use ['"`]?\w+['"`]? instead/g, '');
  const refusal = { text, raw, body, setup };
  for (const teach of teachers) {
    const lesson = teach(refusal);
    if (lesson) {
      return lesson;
    }
  }
  return undefined;
}

const teachers: readonly Teacher[] = [
  outputLimit,
  reasoningWanted,
  reasoningRefused,
  maxTokensField,
  schemaKeyword,
  systemRole,
  callIds,
  bridge,
  signature,
  emptyContent,
  toolResultName,
  streaming,
  droppedParameter,
];

/** "`max_tokens` must be at most 4096", "32000 > 8192 - 6000": lower it to what is left. */
function outputLimit({ text, body, setup }: Refusal): Lesson | undefined {
  const key = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'].find(
    (name) => typeof body[name] === 'number',
  );
  const asked = key === undefined ? 0 : Number(body[key]);
  if (key === undefined || !/max_(completion_|output_)?tokens|output tokens|completion tokens/.test(text)) {
    return undefined;
  }
  const [, window, input] = /> (\d+) - (\d+)/.exec(text) ?? [];
  const limits =
    window === undefined
      ? [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits)).filter((n) => n >= 16 && n < asked)
      : [Number(window) - Number(input)];
  const most = Math.max(...limits);
  return limits.length === 0 || most < 1 || most >= asked || most === setup.lessons.maxTokens
    ? undefined
    : { maxTokens: most, told: `replies are limited to ${String(most)} tokens by the server` };
}

function reasoningWanted({ text, setup }: Refusal): Lesson | undefined {
  const wanted =
    /reasoning_content/.test(text) && /must be passed|missing|required|pass(ed)? back|expected/.test(text);
  return wanted && setup.compat.reasoningBack !== 'reasoning_content'
    ? { compat: { reasoningBack: 'reasoning_content' }, told: 'the server wants its reasoning back' }
    : undefined;
}

function reasoningRefused({ text, setup }: Refusal): Lesson | undefined {
  return /reasoning_(content|details)/.test(text) &&
    REFUSED.test(text) &&
    setup.compat.reasoningBack !== 'none'
    ? { compat: { reasoningBack: 'none' }, told: 'the server does not take reasoning back' }
    : undefined;
}

function maxTokensField({ text, body, setup }: Refusal): Lesson | undefined {
  const field = setup.compat.maxTokensField;
  const other = field === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const named = new RegExp(`(^|[^a-z_])${field}([^a-z_]|$)`).test(text);
  const swapped = setup.lessons.compat.maxTokensField !== undefined;
  return body[field] !== undefined && named && REFUSED.test(text) && !swapped
    ? { compat: { maxTokensField: other }, told: `the server wants ${other}, not ${field}` }
    : undefined;
}

/** "Unknown name "additionalProperties" at 'tools[0]…parameters'": a keyword of a schema that is not known. */
function schemaKeyword({ text, raw, body, setup }: Refusal): Lesson | undefined {
  if (!/parameters|schema|tools?[[.]/.test(text) || !REFUSED.test(text)) {
    return undefined;
  }
  const schemas = JSON.stringify(listOf(body['tools']));
  const names = [...raw.matchAll(/["'`](\$?[A-Za-z]+)["'`]/g)].map(([, name]) => name ?? '');
  const keyword = [...names, ...['additionalProperties'].filter((name) => raw.includes(name))].find(
    (name) =>
      KEYWORDS.has(name) && schemas.includes(`"${name}":`) && !setup.lessons.schemaDrop.includes(name),
  );
  return keyword === undefined
    ? undefined
    : { schemaDrop: [keyword], told: `the server does not know ${keyword} in tool schemas` };
}

const KEYWORDS: ReadonlySet<string> = new Set(
  'additionalProperties default format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems uniqueItems const title examples propertyNames patternProperties anyOf oneOf allOf not $defs $ref'.split(
    ' ',
  ),
);

function systemRole({ text, setup }: Refusal): Lesson | undefined {
  const role = setup.compat.systemRole;
  const refused =
    /role/.test(text) &&
    /unexpected|unsupported|not support|invalid|unknown|must be|not one of|only|does not|should be|is not/.test(
      text,
    );
  if (!refused || /alternate/.test(text)) {
    return undefined;
  }
  if (role === 'developer') {
    return { compat: { systemRole: 'system' }, told: 'the server knows no developer role' };
  }
  return role === 'system' && /system/.test(text)
    ? { compat: { systemRole: 'user' }, told: 'the server knows no system role' }
    : undefined;
}

function callIds({ text, setup }: Refusal): Lesson | undefined {
  if (!/(tool.?call|tool_use|call).{0,12}ids?\b/.test(text)) {
    return undefined;
  }
  if (/length of 9|9 (characters|alphanumeric)/.test(text) && setup.compat.callIds !== 'nine') {
    return { compat: { callIds: 'nine' }, told: 'the server takes only call ids of nine letters and digits' };
  }
  return /pattern|a-za-z0-9|alphanumeric|invalid/.test(text) && setup.compat.callIds === 'any'
    ? { compat: { callIds: 'plain' }, told: 'the server takes only plain call ids' }
    : undefined;
}

function bridge({ text, setup }: Refusal): Lesson | undefined {
  return /role.{0,20}user.{0,40}after.{0,20}role.{0,20}tool/.test(text) && !setup.compat.bridgeAfterTool
    ? {
        compat: { bridgeAfterTool: true },
        told: 'the server takes no user message right after a tool result',
      }
    : undefined;
}

function signature({ text, setup }: Refusal): Lesson | undefined {
  return /thought_?signature/.test(text) &&
    /missing|required/.test(text) &&
    !setup.compat.signaturePlaceholder
    ? { compat: { signaturePlaceholder: true }, told: 'the server wants a signature with each call' }
    : undefined;
}

function emptyContent({ text, body, setup }: Refusal): Lesson | undefined {
  const hasNull = listOf(body['messages']).some((message) => objectOf(message)?.['content'] === null);
  const complains =
    /content/.test(text) &&
    /null|none|required|missing|valid (string|type)|must be a string|string type/.test(text);
  return hasNull && complains && setup.compat.emptyContent === 'null'
    ? { compat: { emptyContent: 'empty' }, told: 'the server wants text content beside calls' }
    : undefined;
}

function toolResultName({ text, setup }: Refusal): Lesson | undefined {
  if (
    /name/.test(text) &&
    /tool|function_response/.test(text) &&
    /empty|missing|required/.test(text) &&
    !setup.compat.toolResultName
  ) {
    return { compat: { toolResultName: true }, told: 'the server wants names on tool results' };
  }
  return undefined;
}

function streaming({ text, setup }: Refusal): Lesson | undefined {
  return /\bstream(ing)?\b.{0,40}(not support|unsupported|not available)/.test(text) && setup.compat.stream
    ? { compat: { stream: false }, told: 'the server does not stream' }
    : undefined;
}

/** Parameters that a request can do without. */
const DISPENSABLE = [
  'stream_options',
  'parallel_tool_calls',
  'tool_choice',
  'temperature',
  'reasoning_effort',
  'reasoning',
  'include',
  'store',
  'strict',
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
];

function droppedParameter({ text, body, setup }: Refusal): Lesson | undefined {
  if (!REFUSED.test(text)) {
    return undefined;
  }
  const sent = (key: string): boolean =>
    body[key] !== undefined ||
    (key === 'strict' && JSON.stringify(listOf(body['tools'])).includes('"strict":'));
  const key = DISPENSABLE.find(
    (name) =>
      sent(name) &&
      !setup.lessons.drop.includes(name) &&
      new RegExp(`(^|[^a-z_])${name}([^a-z_]|$)`).test(text),
  );
  return key === undefined ? undefined : { drop: [key], told: `the server refuses ${key}: it is left out` };
}
