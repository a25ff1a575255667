import { failureIn, type ReportedFailure } from '../failure/reported.ts';
import { type Json, listOf, numberOf, objectOf, textOf } from '../json.ts';
import type { WireEvent } from '../transport/events.ts';
import { argumentsOf } from './calls.ts';
import { endOf } from './ends.ts';
import { createItems, type Item } from './items.ts';
import type { Fold, OnDelta, OutputItem, RawTurn } from './turn.ts';
import { type Counts, countsFrom } from './usage.ts';

const TERMINAL = /^response\.(completed|incomplete|done)$/;

/** The Responses API, streamed or whole. `failed` makes the error of a failure told inside a 200. */
export function responsesFold(failed: (failure: ReportedFailure) => Error, onDelta: OnDelta): Fold {
  const items = createItems(onDelta);
  let final: readonly Item[] = [];
  let closed = false;
  let endWord = '';
  let counts: Counts = {};
  let model: string | undefined;

  const close = (response: Json): void => {
    closed = true;
    final = listOf(response['output']).flatMap((item) => items.whole(item));
    counts = countsFrom(counts, response['usage']);
    endWord = textOf(objectOf(response['incomplete_details'])?.['reason']) ?? '';
    if (endWord === '' && response['status'] === 'incomplete') {
      endWord = 'length';
    }
  };
  return {
    take(event: WireEvent) {
      if (event === 'done') {
        closed ||= items.seen().length > 0;
        return 'end';
      }
      const data = objectOf(event.data) ?? {};
      const type = textOf(data['type']) ?? event.name;
      const response = objectOf(data['response']) ?? (data['object'] === 'response' ? data : undefined);
      const failure = failureOf(data, response, event.name);
      if (failure) {
        throw failed(failure);
      }
      model ??= textOf(response?.['model']);
      if (response && (TERMINAL.test(type) || response === data)) {
        close(response);
        return 'end';
      }
      items.take(type, data);
      return 'more';
    },
    whole: () => closed,
    turn(): RawTurn {
      const list = better(final, items.seen());
      return { ...turnOf(list), end: endOf(endWord), endWord, counts, model };
    },
  };
}

function failureOf(data: Json, response: Json | undefined, name: string): ReportedFailure | undefined {
  const status = textOf(response?.['status']);
  if (response && (status === 'failed' || status === 'cancelled' || objectOf(response['error']))) {
    const error = response['error'] ?? {
      message: `the response was ${status ?? 'not made'}`,
      code: 'server_error',
    };
    return { status: numberOf(objectOf(error)?.['status']), body: { error } };
  }
  return failureIn(data, name);
}

/** Some servers close with an empty or shortened output; some stream nothing and close with all of it. */
function better(final: readonly Item[], seen: readonly Item[]): readonly Item[] {
  return final.length > 0 && weightOf(final) >= weightOf(seen) ? final : seen;
}

const weightOf = (items: readonly Item[]): number =>
  items.filter(({ type }) => type === 'call').length * 2 + (items.some(({ text }) => text !== '') ? 1 : 0);

function turnOf(
  items: readonly Item[],
): Pick<RawTurn, 'text' | 'reasoning' | 'refusal' | 'calls' | 'details'> {
  const calls = items.filter(({ type }) => type === 'call');
  const order = items.flatMap((item): OutputItem[] => {
    switch (item.type) {
      case 'call':
        return [{ type: 'call', call: calls.indexOf(item) }];
      case 'reasoning':
        return item.raw ? [{ type: 'reasoning', item: withoutId(item.raw) }] : [];
      case 'message':
        return item.text === '' ? [] : [{ type: 'text', text: item.text }];
    }
  });
  const texts = (type: Item['type']): string[] =>
    items.filter((i) => i.type === type).map(({ text }) => text);
  return {
    text: texts('message').join(''),
    reasoning: texts('reasoning').filter(Boolean).join('\n'),
    refusal: items.map(({ refusal }) => refusal).join(''),
    calls: calls.map(({ id, name, args }) => ({
      id,
      name,
      pieces: args === '' ? [] : [argumentsOf(args)],
      extra: undefined,
    })),
    details: { items: order },
  };
}

/** Without a stored response behind it, an id would only be looked up in vain. */
function withoutId(raw: Json): Json {
  const { id: _, status: __, ...item } = raw;
  return item;
}
