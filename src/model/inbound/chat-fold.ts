import type { ReportedFailure } from '../failure/reported.ts';
import { failureIn } from '../failure/reported.ts';
import { type Json, listOf, objectOf, textOf } from '../json.ts';
import type { WireEvent } from '../transport/events.ts';
import { callsIn, createCallCollector } from './calls.ts';
import { endOf, worse } from './ends.ts';
import type { Fold, OnDelta, RawTurn } from './turn.ts';
import { type Counts, countsFrom } from './usage.ts';

type Failed = (failure: ReportedFailure) => Error;

/** Chat completions, streamed or whole. `failed` makes the error of a failure told inside a 200. */
export const chatFold = (failed: Failed, onDelta: OnDelta): Fold => new ChatFold(failed, onDelta);

class ChatFold implements Fold {
  readonly #failed: Failed;
  readonly #onDelta: OnDelta;
  readonly #calls = createCallCollector();
  readonly #text: string[] = [];
  readonly #reasoning: string[] = [];
  readonly #details: unknown[] = [];
  #refusal = '';
  #endWord = '';
  #closed = false;
  #counts: Counts = {};
  #model: string | undefined;

  constructor(failed: Failed, onDelta: OnDelta) {
    this.#failed = failed;
    this.#onDelta = onDelta;
  }

  take(event: WireEvent): 'more' | 'end' {
    if (event === 'done') {
      this.#closed = true;
      return 'end';
    }
    const data = objectOf(event.data) ?? {};
    const failure = failureIn(data, event.name);
    if (failure) {
      throw this.#failed(failure);
    }
    this.#model ??= textOf(data['model']);
    this.#counts = countsFrom(countsFrom(this.#counts, objectOf(data['x_groq'])?.['usage']), data['usage']);
    for (const choice of listOf(data['choices']).map(objectOf)) {
      if (choice && (choice['index'] ?? 0) === 0) {
        this.#takeChoice(choice);
      }
    }
    return 'more';
  }

  whole(): boolean {
    return this.#closed || this.#endWord !== '';
  }

  turn(): RawTurn {
    return {
      text: this.#text.join(''),
      reasoning: this.#reasoning.join(''),
      refusal: this.#refusal,
      calls: this.#calls.slots,
      end: endOf(this.#endWord),
      endWord: this.#endWord,
      counts: this.#counts,
      model: this.#model,
      details: this.#details.length > 0 ? { reasoningDetails: this.#details } : {},
    };
  }

  #takeChoice(choice: Json): void {
    this.#counts = countsFrom(this.#counts, choice['usage']);
    const message = objectOf(choice['delta']) ?? objectOf(choice['message']);
    if (message) {
      this.#takeMessage(message);
    } else if (typeof choice['text'] === 'string') {
      this.#takeMessage({ content: choice['text'] });
    }
    this.#endWord = worse(this.#endWord, textOf(choice['finish_reason']) ?? '');
    // A message, unlike a delta, is whole.
    this.#closed ||= objectOf(choice['message']) !== undefined;
  }

  #takeMessage(message: Json): void {
    const { text, reasoning } = contentOf(message['content']);
    const thought = reasoningOf(message) || reasoning;
    this.#reasoning.push(thought);
    this.#text.push(text);
    this.#refusal += textOf(message['refusal']) ?? '';
    this.#details.push(...listOf(message['reasoning_details']));
    tell(this.#onDelta, 'reasoning', thought);
    tell(this.#onDelta, 'text', text);
    tell(this.#onDelta, 'call', this.#calls.take(callsIn(message)));
  }
}

function tell(onDelta: OnDelta, kind: 'text' | 'reasoning' | 'call', text: string): void {
  if (text !== '') {
    onDelta({ kind, text });
  }
}

/** `content` is text, or a list of parts of which some are thoughts. */
function contentOf(content: unknown): { text: string; reasoning: string } {
  if (typeof content === 'string') {
    return { text: content, reasoning: '' };
  }
  const parts = (Array.isArray(content) ? content : [content]).map(objectOf);
  const texts = (kind: 'text' | 'thought'): string =>
    parts.map((part) => (part && kindOf(part) === kind ? partText(part) : '')).join('');
  return { text: texts('text'), reasoning: texts('thought') };
}

const kindOf = (part: Json): 'text' | 'thought' =>
  /think|reason/.test(textOf(part['type']) ?? '') ? 'thought' : 'text';

function partText(part: Json): string {
  const value = part['text'] ?? part['thinking'] ?? part['reasoning'] ?? part['summary'];
  return typeof value === 'string' ? value : contentOf(value).text;
}

/** Servers that tell their thoughts in more than one field say the same in each. */
function reasoningOf(message: Json): string {
  for (const key of ['reasoning_content', 'reasoning', 'thinking', 'reasoning_text']) {
    const text = textOf(message[key]);
    if (text !== undefined) {
      return text;
    }
  }
  return listOf(message['reasoning_details'])
    .map((detail) => textOf(objectOf(detail)?.['text']) ?? textOf(objectOf(detail)?.['summary']) ?? '')
    .join('');
}
