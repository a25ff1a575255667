import type { Progress } from '../../domain/progress.ts';
import type { Run } from '../../domain/run.ts';
import { PLACE } from '../words.ts';

/** States as they are shown: fewer than there are, each with a colour and a shape of its own. */
export type Look = 'todo' | 'work' | 'person' | 'landed' | 'blocked' | 'aside' | 'replaced';

const LOOK: { readonly [S in Progress['at']]: Look } = {
  todo: 'todo',
  coding: 'work',
  checking: 'work',
  guarding: 'work',
  reviewing: 'work',
  approving: 'person',
  landing: 'work',
  landed: 'landed',
  asking: 'person',
  blocked: 'blocked',
  replaced: 'replaced',
};

/** In the order in which they are counted up. */
export const LOOKS: readonly (readonly [Look, string])[] = [
  ['landed', 'landed'],
  ['work', 'under way'],
  ['person', 'waiting for you'],
  ['blocked', 'blocked'],
  ['aside', 'left out by you'],
  ['todo', 'to do'],
  ['replaced', 'planned anew'],
];

/** What a person has taken out of the run is nothing that went wrong. */
export const lookOf = (p: Progress): Look =>
  p.at === 'blocked' && p.cause === 'person' ? 'aside' : LOOK[p.at];

/** Where a checkpoint is, in words that say what there is to know beyond the state itself. */
export function wordOf(p: Progress, { progress, paused }: Pick<Run, 'progress' | 'paused'>): string {
  const { word } = PLACE[p.at];
  const more = `${p.wanted === null ? '' : WANTED[p.wanted]}${paused ? ', paused' : ''}`;
  switch (p.at) {
    case 'todo':
      return p.started > 0 ? 'to do again' : word;
    case 'coding':
    case 'checking':
      return `${word}${p.sent ? ' remotely' : ''}${more}`;
    case 'landing':
      return ahead(p, progress) ?? `${word}${more}`;
    case 'blocked':
      return p.cause === 'person' ? p.reason : word;
    case 'replaced':
      return p.by.length > 0 ? `${word} as ${p.by.join(', ')}` : word;
    case 'guarding':
    case 'reviewing':
      return `${word}${more}`;
    case 'approving':
    case 'landed':
    case 'asking':
      return word;
  }
}

const WANTED = { aside: ', then set aside', anew: ', then begun anew' } as const;

/** Whom an accepted change waits for: landings come one after the other. */
function ahead(p: Extract<Progress, { at: 'landing' }>, all: readonly Progress[]): string | undefined {
  const first = all
    .filter((q) => q.at === 'landing' || q.at === 'checking')
    .filter((q) => q.place !== null && q.place < (p.place ?? Infinity))
    .toSorted((a, b) => (b.place ?? 0) - (a.place ?? 0))[0];
  return first && `accepted, lands after ${first.checkpoint.id}`;
}
