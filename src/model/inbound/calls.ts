import type { Call } from '../../domain/transcript.ts';
import { type Json, listOf, numberOf, objectOf, parsed, textOf } from '../json.ts';

/** A call as it comes in. `pieces` are its arguments in the order they came. */
export type CallSlot = {
  id: string;
  name: string;
  pieces: string[];
  /** Vendor fields beside the call, such as a signature. */
  extra: unknown;
};

/** A call before it has an id of its own. `extra` is what its vendor wants back. */
export type MadeCall = Call & { readonly extra?: unknown };

type Slot = CallSlot & { readonly index: number | undefined };

type Piece = {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly args: string;
  readonly extra: unknown;
};

export type CallCollector = {
  /** Takes the `tool_calls` of one delta or message; tells the text of the arguments in it. */
  take(calls: unknown): string;
  readonly slots: readonly CallSlot[];
};

/**
 * Puts the pieces of calls together. Servers leave out or repeat indexes, ids and names at will: a piece continues the
 * call that it names best, and a new one begins where id or name cannot belong to the open call.
 */
export function createCallCollector(): CallCollector {
  const slots: Slot[] = [];
  return {
    slots,
    take(calls) {
      const list = Array.isArray(calls) ? calls : calls === undefined || calls === null ? [] : [calls];
      let text = '';
      const touched = new Set<Slot>();
      for (const value of list) {
        const piece = pieceOf(value);
        if (piece) {
          touched.add(place(slots, piece, touched));
          text += piece.args;
        }
      }
      return text;
    },
  };
}

function pieceOf(value: unknown): Piece | undefined {
  const call = objectOf(value);
  if (!call) {
    return undefined;
  }
  const fn = objectOf(call['function']) ?? objectOf(call['custom']) ?? call;
  return {
    index: numberOf(call['index']),
    id: idOf(call['id']),
    name: textOf(fn['name']) ?? '',
    args: argumentsOf(fn['arguments'] ?? fn['input']),
    extra: call['extra_content'],
  };
}

const idOf = (id: unknown): string => (typeof id === 'number' ? String(id) : (textOf(id) ?? ''));

export function argumentsOf(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function place(slots: Slot[], piece: Piece, touched: ReadonlySet<Slot>): Slot {
  const open = slotFor(slots, piece, touched);
  if (!open) {
    const slot = {
      index: piece.index,
      id: piece.id,
      name: piece.name,
      pieces: filled(piece.args),
      extra: piece.extra,
    };
    slots.push(slot);
    return slot;
  }
  open.id ||= piece.id;
  open.name = joinedName(open, piece.name);
  open.pieces.push(...filled(piece.args));
  open.extra ??= piece.extra;
  return open;
}

const filled = (args: string): string[] => (args === '' ? [] : [args]);

function slotFor(slots: readonly Slot[], piece: Piece, touched: ReadonlySet<Slot>): Slot | undefined {
  const placed = slots.filter(({ index }) => index !== undefined && index === piece.index);
  // Some name the index once and then no more, or the other way round.
  const same =
    placed.length > 0 ? placed : slots.filter((slot) => [slot.index, piece.index].includes(undefined));
  const exact = piece.id === '' ? undefined : same.findLast((slot) => slot.id === piece.id);
  const open = exact ?? same.at(-1);
  if (!open || (piece.id === '' && piece.name === '')) {
    return open;
  }
  if (touched.has(open) && piece.name !== '') {
    return undefined;
  }
  return exact || !beginsAnew(open, piece) ? open : undefined;
}

/** The piece has an id or a name, and neither is known to be the open call's. */
function beginsAnew(open: Slot, { id, name, args }: Piece): boolean {
  const otherId = id !== '' && open.id !== '' && id !== open.id;
  const otherName = name !== '' && open.name !== '' && name !== open.name;
  if (open.pieces.length === 0) {
    return otherId && otherName;
  }
  if (isWhole(open.pieces)) {
    return otherId || (name !== '' && open.name !== '' && args !== '');
  }
  return otherId && otherName;
}

const isWhole = (pieces: readonly string[]): boolean => {
  const text = pieces.join('');
  return /[}\]"]\s*$/.test(text) && parsed(text) !== undefined;
};

/** A name comes once, again and again, growing, or in pieces before the arguments. */
function joinedName(open: Slot, name: string): string {
  if (name === '' || open.name.startsWith(name)) {
    return open.name;
  }
  if (open.name === '' || name.startsWith(open.name)) {
    return name;
  }
  return open.pieces.length === 0 ? open.name + name : open.name;
}

/** Both forms of a message's calls: the list of today and the single one of old. */
export const callsIn = (message: Json): readonly unknown[] => [
  ...(Array.isArray(message['tool_calls'])
    ? listOf(message['tool_calls'])
    : message['tool_calls']
      ? [message['tool_calls']]
      : []),
  ...(objectOf(message['function_call']) ? [{ function: message['function_call'] }] : []),
];
