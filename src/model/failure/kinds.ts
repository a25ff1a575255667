import type { ErrorKind } from '../errors.ts';

/** What a failure is told by: the status (if any), and in lower case the words, the codes and the whole body. */
type Told = {
  readonly status: number | undefined;
  readonly words: string;
  readonly codes: string;
  readonly body: string;
};

type Rule = {
  readonly kind: ErrorKind;
  readonly repeat?: 'never' | 'once';
  readonly fits: (told: Told) => boolean;
};

const THROTTLED =
  /rate.?limit|too many requests|per[ -](minute|second|hour)|perminute|\b[tr]pm\b|please wait|slow down|throttl|(re)?try again (later|in \d)|request rate|concurren\w+ (requests?|limit)|resource_exhausted/;

const QUOTA =
  /insufficient[_ ](quota|credits?|balance|funds?)|exceeded your current quota|credit balance|out of credits?|not enough (credits?|balance)|more credits|payment required|billing|spending limit|per[ _-]?day|daily (limit|quota|request)|monthly (limit|quota|spend)|limit: 0\b|quota.{0,20}(exhausted|used up)|usage limit.{0,30}(reached|exceeded)|arrears/;

const KEY =
  /api[ _-]?key.{0,30}(not valid|invalid|expired|incorrect|missing|not found)|(invalid|incorrect|expired|missing|no).{0,20}api[ _-]?key|invalid[_ ]authentication|authentication[_ ]error|unauthori[sz]ed|invalid (bearer )?token|no auth credentials/;

const OUTPUT_LIMIT =
  /max_(completion_|output_)?tokens['"`]?\)?( or .{0,30})? ?(is too|must|should|cannot|can not|exceeds?|:|\(\d+\)|value|range)|max(imum)?[ _](completion|output)[ _]tokens? (is|exceeds|must)|range of max_tokens|maximum allowed number of output tokens|supports at most \d+ completion tokens/;

/** The output's limit is named, but it is the input that leaves it no room. */
const NO_ROOM_LEFT = /input length and|at least 1, got -\d|tokens?`? \+ `?max_new_tokens/;

const OVERFLOW =
  /context[ _](length|window|size|limit)|(prompt|sequence|message|input)( token)? (length|size).{0,40}(exceed|longer|limit|larger)|tokens?`? \+ `?max_new_tokens|at least 1, got -\d|exceed_context|context overflow|context is too|(prompt|input|request|conversation|messages?)( is| are|:)? too (long|large)|too large for model|reduce (the length of|your) (the |your )?(messages?|prompt|input)|exceeded model token limit|input length|(input|prompt) tokens? (count|length|exceed)|token count.{0,60}exceed|exceed(s|ed|ing)?( the)? (configured )?(maximum|max|limit).{0,40}(tokens|length)|maximum (prompt|input|allowed input) (length|tokens)|maximum number of (input )?tokens|longer than the (maximum )?model|too many (input |total )?tokens|tokens to keep|token limit (exceeded|reached)|max_prompt_tokens|model_max_prompt|string_above_max_length/;

const FILTERED =
  /content[ _](filter|policy|management)|safety (system|filter|policy)|responsible ?ai|data_inspection_failed|inappropriate content|flagged (as|by|for)|prohibited content|high risk content/;

const NO_MODEL =
  /model[_ ]not[_ ](found|exist|available)|(model|deployment).{0,80}(does not exist|not found|not exist|do(es)? not have access|is not available|no longer available)|no such model|unknown model|invalid model( name| id)?\b|not a valid model|deploymentnotfound|no endpoints found for/;

const NO_TOOLS =
  /(does not|doesn't|not) support( the)? (tools?|function|tool.?(use|call))|(tools?|tool use|tool calling|function.?calling) (is|are) (not supported|unsupported)|support tool use|requires? --enable-auto-tool-choice/;

const TEMPLATE =
  /chat.?template|jinja|template (error|rejected|rendering)|raise_exception|conversation roles must alternate/;

const SAMPLING =
  /tool_use_failed|malformed_function_call|failed to call a function|failed to parse (tool|function) call/;

/** Tried in order; the first that fits names the kind. What can be told by words goes before what only a status tells. */
export const rules: readonly Rule[] = [
  { kind: 'bad_arguments', repeat: 'once', fits: (t) => SAMPLING.test(t.codes) || SAMPLING.test(t.words) },
  { kind: 'overflow', fits: (t) => /context_length_exceeded|exceed_context_size/.test(t.codes) },
  { kind: 'quota', fits: (t) => t.status === 402 || (isRefusal(t) && isUsedUp(t)) },
  {
    kind: 'rate_limit',
    repeat: 'never',
    fits: (t) => t.status === 413 && THROTTLED.test(`${t.words} ${t.codes}`),
  },
  { kind: 'rate_limit', repeat: 'never', fits: asksForMoreThanTheLimit },
  { kind: 'rate_limit', fits: (t) => t.status === 429 || /rate_limit|too_many_requests/.test(t.codes) },
  { kind: 'auth', fits: (t) => t.status === 401 || (isRefusal(t) && KEY.test(`${t.words} ${t.codes}`)) },
  { kind: 'rate_limit', fits: (t) => !isOutage(t) && THROTTLED.test(t.words) },
  { kind: 'bad_request', fits: (t) => OUTPUT_LIMIT.test(t.words) && !NO_ROOM_LEFT.test(t.words) },
  { kind: 'overflow', fits: (t) => OVERFLOW.test(t.words) || t.status === 413 },
  { kind: 'content_filter', fits: (t) => FILTERED.test(`${t.words} ${t.codes}`) },
  { kind: 'unsupported', fits: (t) => NO_TOOLS.test(t.words) },
  { kind: 'not_found', fits: (t) => isRefusal(t) && NO_MODEL.test(`${t.words} ${t.codes}`) },
  { kind: 'auth', fits: (t) => t.status === 403 || /permission_(denied|error)/.test(t.codes) },
  { kind: 'bad_request', fits: (t) => TEMPLATE.test(t.words) },
  { kind: 'timeout', fits: (t) => t.status === 408 || t.status === 504 },
  { kind: 'not_found', fits: (t) => t.status === 404 || t.status === 405 || t.status === 410 },
  { kind: 'server', fits: (t) => t.status === 409 || t.status === 425 || isOutage(t) },
  {
    kind: 'bad_request',
    fits: (t) => isRefusal(t) && (t.status !== undefined || /invalid|bad.?request/.test(t.codes)),
  },
];

const isOutage = ({ status, codes }: Told): boolean =>
  (status !== undefined && status >= 500) ||
  /server_error|internal|overloaded|unavailable|api_error/.test(codes);

const isRefusal = (told: Told): boolean => !isOutage(told);

/** A quota that fills up again within the minute is a rate limit, whatever the words. */
const isUsedUp = (told: Told): boolean =>
  QUOTA.test(`${told.words} ${told.codes} ${told.body}`) &&
  (!/per[ _]?minute/.test(told.body) || /per[ _]?day/.test(told.body));

/** "Limit 30000, Requested 45000": it can never go through as it is. */
function asksForMoreThanTheLimit({ words, codes }: Told): boolean {
  if (!THROTTLED.test(`${words} ${codes}`)) {
    return false;
  }
  const [, limit, requested] = /limit:? (\d+).{0,40}requested:? (\d+)/.exec(words) ?? [];
  return limit !== undefined && Number(requested) > Number(limit);
}
