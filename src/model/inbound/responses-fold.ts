import { failureIn, type ReportedFailure } from '../failure/reported.ts';
import { type Json, listOf, numberOf, objectOf, textOf } from '../json.ts';
import type { WireEvent } from '../transport/events.ts';
import { argumentsOf } from './calls.ts';
import { endOf } from './ends.ts';
import { type Item, Items, wholeItem } from './items.ts';
import type { Fold, OnDelta, OutputItem, RawTurn } from './turn.ts';
import { type Counts, countsFrom } from './usage.ts';

const TERMINAL = /^response\.(completed|incomplete|done)$/;

type Failed = (failure: ReportedFailure) => Error;

/** The Responses API, streamed or whole. `failed` makes the error of a failure told inside a 200. */
export const responsesFold = (failed: Failed, onDelta: OnDelta): Fold => new ResponsesFold(failed, onDelta);

class ResponsesFold implements Fold {
  readonly #failed: Failed;
  readonly #items: Items;
  #final: readonly Item[] = [];
  #closed = false;
  #endWord = '';
  #counts: Counts = {};
  #model: string | undefined;

  constructor(failed: Failed, onDelta: OnDelta) {
    this.#failed = failed;
    this.#items = new Items(onDelta);
  }

  take(event: WireEvent): 'more' | 'end' {
    if (event === 'done') {
      this.#closed ||= this.#items.seen().length > 0;
      return 'end';
    }
    const data = objectOf(event.data) ?? {};
    const type = textOf(data['type']) ?? event.name;
    const response = objectOf(data['response']) ?? (data['object'] === 'response' ? data : undefined);
    const failure = failureOf(data, response, event.name);
    if (failure) {
      throw this.#failed(failure);
    }
    this.#model ??= textOf(response?.['model']);
    if (response && (TERMINAL.test(type) || response === data)) {
      this.#close(response);
      return 'end';
    }
    this.#items.take(type, data);
    return 'more';
  }

  whole(): boolean {
    return this.#closed;
  }

  turn(): RawTurn {
    const items = better(this.#final, this.#items.seen());
    const endWord = this.#endWord;
    return { ...turnOf(items), end: endOf(endWord), endWord, counts: this.#counts, model: this.#model };
  }

  #close(response: Json): void {
    this.#closed = true;
    this.#final = listOf(response['output']).flatMap(wholeItem);
    this.#counts = countsFrom(this.#counts, response['usage']);
    const reason = textOf(objectOf(response['incomplete_details'])?.['reason']);
    this.#endWord = reason ?? (response['status'] === 'incomplete' ? 'length' : '');
  }
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
