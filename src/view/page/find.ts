import type { Progress } from '../../domain/progress.ts';
import { plain } from '../row.ts';
import type { Told } from './story.ts';

/** Whether every word of a query is in a text; capitals do not matter. */
const matcher = (query: string): ((text: string) => boolean) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
};

/** Checkpoints whose name, title, goal, files or reason have all words; one with that very name comes first. */
export function findCheckpoints(progress: readonly Progress[], query: string): Progress[] {
  const matches = matcher(query);
  const found = progress.filter((p) => {
    const { id, title, goal, files, covers } = p.checkpoint;
    return matches([id, title, goal, ...files, ...covers, p.at === 'blocked' ? p.reason : ''].join(' '));
  });
  const exact = (p: Progress): number => (p.checkpoint.id === query.trim().toLowerCase() ? 0 : 1);
  return found.toSorted((a, b) => exact(a) - exact(b));
}

/** Lines about what happened that have all words, the newest first. */
export function findTold(told: readonly Told[], query: string): Told[] {
  const matches = matcher(query);
  return told.filter(({ who, row }) => matches(`${who} ${plain(row)}`)).toReversed();
}
