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
export function chatFold(failed: Failed, onDelta: OnDelta): Fold {
  const calls = createCallCollector();
  const seen = { text: [] as string[], reasoning: [] as string[], refusal: '', details: [] as unknown[] };
  let endWord = '';
  let closed = false;
  let counts: Counts = {};
  let model: string | undefined;

  const takeMessage = (message: Json): void => {
    const { text, reasoning } = contentOf(message['content']);
    const thought = reasoningOf(message) || reasoning;
    seen.reasoning.push(thought);
    seen.text.push(text);
    seen.refusal += textOf(message['refusal']) ?? '';
    seen.details.push(...listOf(message['reasoning_details']));
    tell(onDelta, 'reasoning', thought);
    tell(onDelta, 'text', text);
    tell(onDelta, 'call', calls.take(callsIn(message)));
  };
  const takeChoice = (choice: Json): void => {
    counts = countsFrom(counts, choice['usage']);
    const message = objectOf(choice['delta']) ?? objectOf(choice['message']);
    if (message) {
      takeMessage(message);
    } else if (typeof choice['text'] === 'string') {
      takeMessage({ content: choice['text'] });
    }
    endWord = worse(endWord, textOf(choice['finish_reason']) ?? '');
    closed ||= objectOf(choice['message']) !== undefined;
  };
  return {
    take(event: WireEvent) {
      if (event === 'done') {
        closed = true;
        return 'end';
      }
      const data = objectOf(event.data) ?? {};
      const failure = failureIn(data, event.name);
      if (failure) {
        throw failed(failure);
      }
      model ??= textOf(data['model']);
      counts = countsFrom(countsFrom(counts, objectOf(data['x_groq'])?.['usage']), data['usage']);
      for (const choice of listOf(data['choices']).map(objectOf)) {
        if (choice && (choice['index'] ?? 0) === 0) {
          takeChoice(choice);
        }
      }
      return 'more';
    },
    whole: () => closed || endWord !== '',
    turn: (): RawTurn => ({
      text: seen.text.join(''),
      reasoning: seen.reasoning.join(''),
      refusal: seen.refusal,
      calls: calls.slots,
      end: endOf(endWord),
      endWord,
      counts,
      model,
      details: seen.details.length > 0 ? { reasoningDetails: seen.details } : {},
    }),
  };
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
