import type { Message } from '../../domain/transcript.ts';

/**
 * What the page shows beside the events. Each has a key that is also the end of its address: `diff/c1.a2`,
 * `transcript/c1.a2.coder`, `log/c1.a2.check.1.log`. `cut` says in words what is left out; null where nothing is.
 */
export type Detail =
  | {
      readonly kind: 'diff';
      readonly base: string;
      readonly commit: string;
      readonly text: string;
      readonly cut: string | null;
    }
  | { readonly kind: 'transcript'; readonly messages: readonly Message[]; readonly cut: string | null }
  | { readonly kind: 'log'; readonly text: string; readonly cut: string | null };

/** A run as the list of runs shows it. */
export type RunCard = {
  readonly id: string;
  readonly title: string;
  /** `running` where a process holds it, otherwise its outcome or why it rests; `damaged` where it cannot be read. */
  readonly state: string;
  /** ISO 8601; null where it is not known. */
  readonly startedAt: string | null;
  readonly landed: number;
  readonly checkpoints: number;
  readonly spent: string;
};

const KEY = /^(diff|transcript|log)\/([A-Za-z0-9][\w.-]*)$/;

/** What a key asks for; null for anything that is no key. */
export function keyParts(key: string): { readonly kind: Detail['kind']; readonly name: string } | null {
  const [, kind, name] = KEY.exec(key) ?? [];
  return name === undefined || (kind !== 'diff' && kind !== 'transcript' && kind !== 'log')
    ? null
    : { kind, name };
}

/** What `report.html` carries. Details that it has no room for are not in it; `left` says how many. */
export type Carried = {
  readonly run: string;
  readonly lines: readonly unknown[];
  readonly details: Readonly<Record<string, Detail>>;
  readonly left: number;
};
