import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Message } from '../domain/transcript.ts';
import { diff } from '../io/git/diff.ts';
import type { Git } from '../io/git/call.ts';
import type { RunFolder } from '../io/state.ts';
import { readTranscript } from '../io/transcript.ts';
import { keyParts, type Detail } from '../view/page/detail.ts';
import { shortened } from '../view/page/slim.ts';

/** Characters that a detail may have before it is cut. */
export type Bounds = {
  readonly diff: number;
  readonly log: number;
  /** One message of a transcript. */
  readonly message: number;
  readonly messages: number;
};

/** What a page in a browser bears at a time. */
export const LIVE: Bounds = { diff: 2_000_000, log: 1_000_000, message: 100_000, messages: 4_000_000 };

type Records = { readonly git: Git; readonly folder: RunFolder; readonly bounds: Bounds };

/** A diff, a transcript or a log of a run by its key; null where there is none, or the key is none. */
export async function readDetail(records: Records, key: string): Promise<Detail | null> {
  const asked = keyParts(key);
  switch (asked?.kind) {
    case undefined:
      return null;
    case 'diff':
      return readDiff(records, asked.name);
    case 'transcript':
      return readConversation(records, asked.name);
    case 'log':
      return readLog(records, asked.name);
  }
}

const COMMITS = /^([0-9a-f]{40,64})\.\.([0-9a-f]{40,64})$/;

async function readDiff({ git, bounds }: Records, name: string): Promise<Detail | null> {
  const [, base, commit] = COMMITS.exec(name) ?? [];
  if (base === undefined || commit === undefined) {
    return null;
  }
  // A commit may be gone once the run has been cleaned away.
  const text = await diff(git, { base, commit }).catch(() => null);
  return text === null ? null : { kind: 'diff', base, commit, ...cutAtLine(text, bounds.diff) };
}

function cutAtLine(text: string, most: number): { text: string; cut: string | null } {
  if (text.length <= most) {
    return { text, cut: null };
  }
  const kept = text.slice(0, text.lastIndexOf('\n', most) + 1);
  const lines = text.slice(kept.length).split('\n').length;
  return { text: kept, cut: `${lines.toLocaleString('en-US')} more lines of this diff are left out.` };
}

async function readConversation({ folder, bounds }: Records, name: string): Promise<Detail | null> {
  const messages = await readTranscript(path.join(folder.transcripts, `${name}.jsonl`));
  if (messages.length === 0) {
    return null;
  }
  let room = bounds.messages;
  const kept = messages.map((message) => bounded(message, bounds.message));
  const end = kept.findIndex((message) => (room -= JSON.stringify(message).length) < 0);
  return end < 0
    ? { kind: 'transcript', messages: kept, cut: null }
    : {
        kind: 'transcript',
        messages: kept.slice(0, end),
        cut: `The last ${String(kept.length - end)} of ${String(kept.length)} messages are left out.`,
      };
}

/** Without what only the provider understands, and with each text cut to a readable length. */
function bounded(message: Message, most: number): Message {
  if (message.role !== 'assistant') {
    return { ...message, text: shortened(message.text, most) };
  }
  const { vendor: _, reasoning, calls, ...rest } = message;
  return {
    ...rest,
    text: shortened(message.text, most),
    ...(reasoning === undefined ? {} : { reasoning: shortened(reasoning, most) }),
    calls: calls.map((call) => Object.assign({}, call, { input: boundedInput(call.input, most) })),
  };
}

function boundedInput(input: unknown, most: number): unknown {
  const text = JSON.stringify(input) ?? '';
  return text.length <= most ? input : shortened(text, most);
}

async function readLog({ folder, bounds }: Records, name: string): Promise<Detail | null> {
  const text = await readFile(path.join(folder.logs, name), 'utf8').catch(() => null);
  if (text === null) {
    return null;
  }
  const cut = text.length - bounds.log;
  return cut <= 0
    ? { kind: 'log', text, cut: null }
    : {
        kind: 'log',
        text: text.slice(-bounds.log),
        cut: `The first ${cut.toLocaleString('en-US')} characters are left out; all of it is in ${name}.`,
      };
}
