import { type Json, listOf, numberOf, objectOf, parsed, textOf } from '../json.ts';
import { argumentsOf } from './calls.ts';
import type { OnDelta } from './turn.ts';

/** One output item of a response. `raw` is a reasoning item as it came. */
export type Item = {
  type: 'message' | 'reasoning' | 'call';
  id: string;
  name: string;
  args: string;
  text: string;
  refusal: string;
  raw?: Json;
};

type Open = Item & { place: number | undefined; itemId: string; deltas: string };

/** Puts the items of a streamed response together, by their place in the output: ids may change from event to event. */
export class Items {
  readonly #open: Open[] = [];
  readonly #onDelta: OnDelta;

  constructor(onDelta: OnDelta) {
    this.#onDelta = onDelta;
  }

  take(type: string, event: Json): void {
    if (type === 'response.output_item.added' || type === 'response.output_item.done') {
      this.#told(event);
    } else if (type === 'response.output_text.delta') {
      this.#delta(event, 'message', 'text');
    } else if (type === 'response.output_text.done') {
      const item = this.#at(event, 'message');
      item.text += item.deltas === '' ? (textOf(event['text']) ?? '') : '';
    } else if (/^response\.refusal\.(delta|done)$/.test(type)) {
      const item = this.#at(event, 'message');
      item.refusal = textOf(event['refusal']) ?? item.refusal + (textOf(event['delta']) ?? '');
    } else if (/^response\.reasoning(_summary)?(_text)?\.delta$/.test(type)) {
      this.#delta(event, 'reasoning', 'reasoning');
    } else if (type === 'response.function_call_arguments.delta') {
      this.#delta(event, 'call', 'call');
    } else if (type === 'response.function_call_arguments.done') {
      const item = this.#at(event, 'call');
      item.args = argumentsOf(event['arguments']) || item.args;
      item.name ||= textOf(event['name']) ?? '';
    }
  }

  /** What the stream has told so far, in the order of the output. */
  seen(): readonly Item[] {
    return this.#open.toSorted((a, b) => (a.place ?? LAST) - (b.place ?? LAST)).map(settled);
  }

  #at(event: Json, type: Item['type'], callId = ''): Open {
    const place = numberOf(event['output_index']);
    const itemId = textOf(event['item_id']) ?? textOf(objectOf(event['item'])?.['id']) ?? '';
    const known = find(this.#open, { place, itemId, type, callId });
    if (known) {
      known.place ??= place;
      return known;
    }
    const made: Open = { ...blank(type), place, itemId, deltas: '' };
    this.#open.push(made);
    return made;
  }

  #delta(event: Json, type: Item['type'], kind: 'text' | 'reasoning' | 'call'): void {
    const text = textOf(event['delta']) ?? '';
    this.#at(event, type).deltas += text;
    if (text !== '') {
      this.#onDelta({ kind, text });
    }
  }

  #told(event: Json): void {
    for (const item of wholeItem(event['item'])) {
      const place = this.#at(event, item.type, item.id);
      Object.assign(place, { ...item, args: item.args || place.args, text: item.text || place.text });
    }
  }
}

const blank = (type: Item['type']): Item => ({ type, id: '', name: '', args: '', text: '', refusal: '' });

const LAST = Number.MAX_SAFE_INTEGER;

type Sought = { place: number | undefined; itemId: string; type: Item['type']; callId: string };

/** By place where there is one, else by id, else the last of its type; never one that is known as another call. */
function find(open: readonly Open[], { place, itemId, type, callId }: Sought): Open | undefined {
  const same = open.filter((i) => i.type === type && (callId === '' || i.id === '' || i.id === callId));
  if (place !== undefined) {
    return same.findLast((i) => i.place === place) ?? same.findLast((i) => i.place === undefined);
  }
  return itemId === '' ? same.at(-1) : same.findLast((i) => i.itemId === itemId || i.itemId === '');
}

/** What was told whole goes before what came in pieces, unless it is only the start of them. */
function settled(open: Open): Item {
  const { place: _, itemId: __, deltas, ...item } = open;
  if (item.type !== 'call') {
    return { ...item, text: item.text || deltas };
  }
  const whole = [item.args, deltas, item.args + deltas].find((args) => parsed(args) !== undefined);
  return { ...item, args: whole ?? (item.args || deltas) };
}

/** An item told as a whole; none for kinds that are not ours. */
export function wholeItem(value: unknown): Item[] {
  const item = objectOf(value);
  switch (item?.['type']) {
    case 'message':
      return [{ ...blank('message'), text: partsOf(item, 'text'), refusal: partsOf(item, 'refusal') }];
    case 'reasoning':
      return [{ ...blank('reasoning'), text: thoughtsOf(item), raw: item }];
    case 'function_call':
    case 'custom_tool_call':
      return [
        {
          ...blank('call'),
          id: textOf(item['call_id']) ?? textOf(item['id']) ?? '',
          name: textOf(item['name']) ?? '',
          args: argumentsOf(item['arguments'] ?? item['input']),
        },
      ];
    default:
      return [];
  }
}

const partsOf = (item: Json, key: 'text' | 'refusal'): string =>
  typeof item['content'] === 'string' && key === 'text'
    ? item['content']
    : listOf(item['content'])
        .map((part) => textOf(objectOf(part)?.[key]) ?? '')
        .join('');

const thoughtsOf = (item: Json): string =>
  [...listOf(item['summary']), ...listOf(item['content'])]
    .map((part) => textOf(objectOf(part)?.['text']) ?? '')
    .filter(Boolean)
    .join('\n');
