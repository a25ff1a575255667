import type { Assistant, Call } from '../../domain/transcript.ts';
import type { Compat } from '../entry.ts';
import { type Vendor, vendorFor } from '../inbound/vendor.ts';
import { type Json, objectOf } from '../json.ts';
import type { Request } from '../model.ts';
import { type Exchange, isEmpty, repaired } from './history.ts';
import { withFittingIds } from './ids.ts';
import type { Setup } from './setup.ts';
import { inTurn } from './speakers.ts';
import { functionsOf } from './tools.ts';

const PLACEHOLDER = { google: { thought_signature: 'skip_thought_signature_validator' } };

/** The body of a chat completions request. */
export function chatBody(request: Request, setup: Setup): Json {
  const { entry, compat, lessons } = setup;
  const tools = functionsOf(request.tools, setup);
  const temperature = request.temperature ?? entry.temperature;
  const most = mostTokens(request, setup);
  const body: Json = {
    model: entry.model,
    messages: withFittingIds(inTurn(repaired(request.messages), compat), compat.callIds).flatMap((exchange) =>
      messagesOf(exchange, setup),
    ),
    ...(tools.length > 0 && {
      tools: tools.map((fn) => ({ type: 'function', function: fn })),
      ...(compat.toolChoice && { tool_choice: compat.toolChoice }),
      ...(compat.parallelToolCalls !== undefined && { parallel_tool_calls: compat.parallelToolCalls }),
    }),
    ...(temperature !== undefined && { temperature }),
    ...(most !== undefined && { [compat.maxTokensField]: most }),
    ...(entry.effort !== undefined && { reasoning_effort: entry.effort }),
    stream: compat.stream,
    ...(compat.stream && compat.streamUsage && { stream_options: { include_usage: true } }),
  };
  return leavingOut(body, lessons.drop);
}

export const leavingOut = (body: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));

export function mostTokens({ maxTokens }: Request, { entry, lessons }: Setup): number | undefined {
  const asked = maxTokens ?? entry.maxTokens;
  return asked === undefined ? undefined : Math.min(asked, lessons.maxTokens ?? asked);
}

function messagesOf(exchange: Exchange, setup: Setup): Json[] {
  const { compat, origin } = setup;
  if (exchange.role !== 'assistant') {
    return [{ role: exchange.role === 'system' ? compat.systemRole : 'user', content: exchange.text }];
  }
  const { turn, results } = exchange;
  const vendor = vendorFor(turn, origin);
  const assistant = {
    role: 'assistant',
    content: isEmpty(turn.text) ? (compat.emptyContent === 'null' ? null : '') : turn.text,
    ...reasoningBack(turn, vendor, compat),
    ...(turn.calls.length > 0 && {
      tool_calls: turn.calls.map((call, n) => ({
        id: call.id,
        type: 'function',
        function: { name: wireName(call.tool), arguments: argumentsText(call) },
        ...signed(vendor?.signatures?.[n], n === 0 && compat.signaturePlaceholder),
      })),
    }),
  };
  return [assistant, ...results.map((result, n) => resultMessage(result, turn.calls[n]?.tool ?? '', compat))];
}

const resultMessage = (result: { call: string; text: string }, tool: string, compat: Compat): Json => ({
  role: 'tool',
  tool_call_id: result.call,
  ...(compat.toolResultName && { name: wireName(tool) }),
  content: result.text,
});

/** The vendor's own field where it came with the call; else, for the first of a turn, what the vendor takes instead. */
function signed(signature: unknown, placeholder: boolean): Json {
  if (signature !== undefined && signature !== null) {
    return { extra_content: signature };
  }
  return placeholder ? { extra_content: PLACEHOLDER } : {};
}

function reasoningBack(turn: Assistant, vendor: Vendor | undefined, { reasoningBack: field }: Compat): Json {
  switch (field) {
    case 'none':
      return {};
    case 'reasoning_details':
      return vendor?.reasoningDetails ? { reasoning_details: vendor.reasoningDetails } : {};
    case 'reasoning_content':
      // Where it is asked for, a turn with calls must have the field even if nothing was thought.
      return turn.reasoning !== undefined || turn.calls.length > 0
        ? { reasoning_content: turn.reasoning ?? '' }
        : {};
  }
}

/** What was not understood goes back as no arguments: the answer to the call says what was wrong with it. */
export const argumentsText = ({ input }: Call): string => JSON.stringify(objectOf(input) ?? {});

/** A name that servers take, also where the model made one up. */
export const wireName = (tool: string): string =>
  tool.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown';
