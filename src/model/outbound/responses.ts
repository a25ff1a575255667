import type { Assistant } from '../../domain/transcript.ts';
import { vendorFor } from '../inbound/vendor.ts';
import { type Json, objectOf } from '../json.ts';
import type { Request } from '../model.ts';
import { argumentsText, leavingOut, mostTokens, wireName } from './chat.ts';
import { type Exchange, isEmpty, repaired } from './history.ts';
import { withFittingIds } from './ids.ts';
import type { Setup } from './setup.ts';
import { inTurn } from './speakers.ts';
import { functionsOf, type WireFunction } from './tools.ts';

/** The body of a Responses request: stateless, with the reasoning sealed and sent along. */
export function responsesBody(request: Request, setup: Setup): Json {
  const { entry, compat, lessons } = setup;
  const exchanges = withFittingIds(inTurn(repaired(request.messages), compat), compat.callIds);
  const [first] = exchanges;
  const system = first?.role === 'system' ? first.text : undefined;
  const tools = functionsOf(request.tools, setup);
  const temperature = request.temperature ?? entry.temperature;
  const most = mostTokens(request, setup);
  // This API takes tools as strict where nothing is said.
  const notStrict = lessons.drop.includes('strict') ? {} : { strict: false };
  const body: Json = {
    model: entry.model,
    ...(system !== undefined && { instructions: system }),
    input: exchanges.slice(system === undefined ? 0 : 1).flatMap((exchange) => itemsOf(exchange, setup)),
    ...(tools.length > 0 && {
      tools: tools.map((fn) => functionTool(fn, notStrict)),
      ...(compat.toolChoice && { tool_choice: compat.toolChoice }),
      ...(compat.parallelToolCalls !== undefined && { parallel_tool_calls: compat.parallelToolCalls }),
    }),
    ...(temperature !== undefined && { temperature }),
    ...(most !== undefined && { max_output_tokens: most }),
    ...(entry.effort !== undefined && { reasoning: { effort: entry.effort } }),
    stream: compat.stream,
    store: false,
    include: ['reasoning.encrypted_content'],
  };
  return leavingOut(body, lessons.drop);
}

const functionTool = (fn: WireFunction, notStrict: Json): Json => ({ type: 'function', ...notStrict, ...fn });

function itemsOf(exchange: Exchange, setup: Setup): Json[] {
  if (exchange.role !== 'assistant') {
    return [{ role: exchange.role === 'system' ? 'developer' : 'user', content: exchange.text }];
  }
  const { turn, results } = exchange;
  return [
    ...(fromVendor(turn, setup) ?? plainItems(turn)),
    ...results.map(({ call, text }) => ({ type: 'function_call_output', call_id: call, output: text })),
  ];
}

const plainItems = (turn: Assistant): Json[] => [
  ...(isEmpty(turn.text) ? [] : [{ role: 'assistant', content: turn.text }]),
  ...turn.calls.map((_, n) => callItem(turn, n)),
];

function callItem({ calls }: Assistant, n: number): Json {
  const call = calls[n];
  return call
    ? { type: 'function_call', call_id: call.id, name: wireName(call.tool), arguments: argumentsText(call) }
    : {};
}

/** The turn in its own order, reasoning right before what it led to; sealed reasoning is of use to its own model only. */
function fromVendor(turn: Assistant, { origin }: Setup): Json[] | undefined {
  const vendor = vendorFor(turn, origin);
  if (!vendor?.items || vendor.origin.model !== origin.model) {
    return undefined;
  }
  const items = vendor.items.map((item): Json => {
    switch (item.type) {
      case 'reasoning':
        return Object.assign({ summary: [] }, item.item);
      case 'text':
        return { role: 'assistant', content: item.text };
      case 'call':
        return callItem(turn, item.call);
    }
  });
  return items.filter((item, n) => item['type'] !== 'reasoning' || leadsSomewhere(items, n));
}

/** A reasoning item is refused where no text or call follows it, and is empty without its content. */
const leadsSomewhere = (items: readonly Json[], n: number): boolean =>
  items.slice(n + 1).some((item) => item['type'] !== 'reasoning') &&
  (items[n]?.['encrypted_content'] !== undefined || objectOf(items[n])?.['content'] !== undefined);
