import type { WireEvent } from '../transport/events.ts';
import type { Delta } from '../model.ts';
import type { CallSlot } from './calls.ts';
import type { Counts } from './usage.ts';

/** A whole turn as the server sent it, before anything of it is believed. */
export type RawTurn = {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly CallSlot[];
  /** The end in our words; `failed` and `garbled` are the server's own failures told as an end. */
  readonly end: 'stop' | 'length' | 'filtered' | 'failed' | 'garbled';
  /** The server's own word for the end. */
  readonly endWord: string;
  /** The model declined in so many words. */
  readonly refusal: string;
  readonly counts: Counts;
  readonly model: string | undefined;
  /** What must go back with this turn, as it came. */
  readonly details: TurnDetails;
};

type TurnDetails = {
  readonly reasoningDetails?: readonly unknown[];
  /** Responses API: the output items in order. */
  readonly items?: readonly OutputItem[];
};

/** `call` counts the calls of the turn from 0; a reasoning item is kept as it came, without its stored id. */
export type OutputItem =
  | { readonly type: 'reasoning'; readonly item: Readonly<Record<string, unknown>> }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly call: number };

/** Takes in events until the turn is whole. `take` throws ModelError where the server tells of a failure. */
export type Fold = {
  take(event: WireEvent): 'more' | 'end';
  /** The end of the turn was seen: a reason, a last event, or the whole reply. */
  whole(): boolean;
  turn(): RawTurn;
};

export type OnDelta = (delta: Delta) => void;
