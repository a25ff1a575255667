import type { Caller, Piece } from '../run/models.ts';
import type { Live } from '../view/watch.ts';
import type { Screen } from './shown.ts';

const KEPT = 4_000;

/** What was heard of a conversation: its text so far, and how long the piece under way is. */
type Heard = { readonly kind: Piece['kind']; readonly said: string; readonly length: number };
const SILENT: Heard = { kind: 'text', said: '', length: 0 };

/** Joins the pieces of replies and the tools between them into what a worker says and does right now. */
export function toLive(screen: Pick<Screen, 'live'>): (caller: Caller, piece: Piece) => void {
  const all = new Map<string, Heard>();
  return ({ role, attempt, conversation }, { kind, text }) => {
    const before = all.get(conversation) ?? SILENT;
    const goesOn = before.kind === kind;
    const heard: Heard = {
      kind,
      said: `${before.said}${LINES[kind](text, goesOn ? '' : lineEnd(before.said))}`.slice(-KEPT),
      length: (goesOn ? before.length : 0) + text.length,
    };
    all.set(conversation, heard);
    screen.live({ role, attempt, text: heard.said, ...DOES[kind](heard, text) });
  };
}

/** Another reply, or another part of it, begins on a line of its own. */
const lineEnd = (said: string): string => (said === '' || said.endsWith('\n') ? '' : '\n');

/** What is added to the text; a call as it is being written is nothing to read. */
const LINES: Readonly<Record<Piece['kind'], (text: string, between: string) => string>> = {
  text: (text, between) => `${between}${text}`,
  reasoning: (text, between) => `${between}${text}`,
  call: () => '',
  tool: (text, between) => `${between}▸ ${text}`,
};

type Doing = Pick<Live, 'kind' | 'now'>;

const DOES: Readonly<Record<Piece['kind'], (heard: Heard, text: string) => Doing>> = {
  text: () => ({ kind: 'text' }),
  reasoning: () => ({ kind: 'text' }),
  call: ({ length }) => ({
    kind: 'text',
    now: `writes a call${length < 1000 ? '' : `, ${String(Math.round(length / 1000))} kB`}`,
  }),
  tool: (_, text) => ({ kind: 'tool', now: text.trim() }),
};
