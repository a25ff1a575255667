import { ModelError } from '../errors.ts';
import { endOfJson } from '../inbound/scan.ts';
import { listOf, objectOf, parsed } from '../json.ts';

/** One event of a reply: its name, where it had one, and its JSON. A whole reply counts as one event. */
export type WireEvent = { readonly name: string; readonly data: unknown } | 'done';

export type EventReader = {
  push(chunk: Uint8Array): WireEvent[];
  /** The reply comes as one JSON text: its pieces are progress, though no events yet. */
  collecting(): boolean;
  /** The stream is over: what is left of it. Throws ModelError `protocol` where it broke off inside an event. */
  end(): WireEvent[];
};

const MOST_CHARACTERS = 64 * 1024 * 1024;

/**
 * Reads what servers send as event streams: any line ends, marks, comments dressed as data, events over many lines or
 * without blank lines between them, plain JSON in place of a stream. Linear in the input.
 */
export function createEventReader(): EventReader {
  const decoder = new TextDecoder('utf-8');
  const lines = createLineSplitter();
  const events = createEventJoiner();
  let whole: string[] | undefined;
  let begun = false;
  let size = 0;

  const take = (text: string): WireEvent[] => {
    size += text.length;
    if (size > MOST_CHARACTERS) {
      throw new ModelError('protocol', 'the reply is larger than 64 MB');
    }
    if (!begun && text.trim() !== '') {
      begun = true;
      whole = /^\s*[[{<]/.test(text) ? [] : undefined;
    }
    if (whole) {
      whole.push(text);
      return [];
    }
    return lines.split(text).flatMap((line) => events.take(line));
  };

  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true })),
    collecting: () => whole !== undefined,
    end() {
      const last = take(decoder.decode());
      if (whole) {
        return wholeReply(whole.join(''));
      }
      return [...last, ...lines.rest().flatMap((line) => events.take(line)), ...events.end()];
    },
  };
}

/** CR, LF and CRLF end a line, also where a chunk ends between the two. */
function createLineSplitter() {
  let parts: string[] = [];
  let afterReturn = false;
  return {
    split(text: string): string[] {
      const body = afterReturn && text.startsWith('\n') ? text.slice(1) : text;
      if (text !== '') {
        afterReturn = text.endsWith('\r');
      }
      const pieces = body.split(/\r\n|\n|\r/);
      parts.push(pieces.shift() ?? '');
      if (pieces.length === 0) {
        return [];
      }
      const lines = [parts.join(''), ...pieces];
      parts = [lines.pop() ?? ''];
      return lines;
    },
    rest: () => (parts.join('') === '' ? [] : [parts.join('')]),
  };
}

function createEventJoiner() {
  let name = '';
  let data: string[] = [];

  const flush = (): WireEvent[] => {
    const event = data.length === 0 ? [] : dispatch(name, data.join('\n'));
    name = '';
    data = [];
    return event;
  };
  const take = (line: string): WireEvent[] => {
    if (line === '') {
      return flush();
    }
    const [, field, value] = /^[\uFEFF\s]*(data|event)\s*: ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') {
      // A name opens an event; where the blank line before it is missing, it also ends the last one.
      const before = data.length > 0 ? flush() : [];
      name = (value ?? '').trim();
      return before;
    }
    if (field === undefined) {
      return /^\s*[[{]/.test(line) ? [...flush(), ...dispatch('', line)] : [];
    }
    const text = (value ?? '').replace(/^(data: ?)+/, '');
    if (text.trim() === '[DONE]') {
      return [...flush(), 'done'];
    }
    const before = data.length === 1 && parsed(data[0] ?? '') && text.trim() !== '' ? flush() : [];
    data.push(text);
    return before;
  };
  return { take, end: flush };
}

function dispatch(name: string, text: string): WireEvent[] {
  const body = text.trim();
  const json = parsed(body);
  if (json && typeof json.value === 'object') {
    return [{ name, data: json.value }];
  }
  if (body.startsWith('{') || body.startsWith('[{')) {
    const glued = objectsIn(body);
    if (glued) {
      return glued.map((data) => ({ name, data }));
    }
    throw new ModelError('protocol', 'the stream holds an event that is incomplete or not JSON');
  }
  return name === 'error' && body !== '' ? [{ name, data: { error: { message: body } } }] : [];
}

/** Several objects in one line, as where line ends were lost on the way. */
function objectsIn(text: string): unknown[] | undefined {
  const objects: unknown[] = [];
  let at = 0;
  while (at < text.length) {
    const end = endOfJson(text, at);
    const json = end === undefined ? undefined : parsed(text.slice(at, end));
    if (end === undefined || !json) {
      return undefined;
    }
    objects.push(json.value);
    at = end + (/^\s*(?:data:)?\s*/.exec(text.slice(end, end + 20))?.[0].length ?? 0);
  }
  return objects;
}

function wholeReply(text: string): WireEvent[] {
  const json = parsed(text.trim());
  if (json) {
    return Array.isArray(json.value)
      ? listOf(json.value).map((data) => ({ name: '', data }))
      : [{ name: '', data: json.value }];
  }
  if (text.trimStart().startsWith('<')) {
    const title = /<title>([^<]{1,200})<\/title>/i.exec(text)?.[1];
    throw new ModelError(
      'protocol',
      `the server sent a web page${title ? ` ("${title.trim()}")` : ''}, not a reply`,
    );
  }
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const first = parsed(lines[0] ?? '');
  if (lines.length > 1 && first && objectOf(first.value)) {
    return lines.flatMap((line) => dispatch('', line));
  }
  throw new ModelError('protocol', 'the reply is incomplete: the connection ended inside its JSON');
}
