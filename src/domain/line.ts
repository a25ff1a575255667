import type { Progress } from './progress.ts';
import type { Run } from './run.ts';

type Waiting = Extract<Progress, { place: number | null }>;

export type Landing =
  | { readonly do: 'land'; readonly attempt: string }
  | { readonly do: 'rebase'; readonly attempt: string; readonly onto: string };

/**
 * The accepted changes land in the order of their acceptance. Each is put on top of the one before it while that is still
 * being checked, so that checks run side by side, and each on exactly the tree that is going to land. Where one falls,
 * those above it are put onto what is left, and checked again. One that does not fit on others yet is passed by until they
 * have landed; only the branch as it stands sends a change back. Who waits for a person holds up nobody.
 */
export function landings({ head, progress, settings }: Run): Landing[] {
  const commands: Landing[] = [];
  let onto = head;
  let height = 0;
  for (const p of inLine(progress)) {
    const { attempt } = p;
    if (p.base === onto && p.held !== onto) {
      if (p.at === 'landing' && onto === head) {
        commands.push({ do: 'land', attempt });
      }
      onto = p.commit;
      height++;
    } else if (p.at !== 'landing' || height >= settings.stack) {
      return commands;
    } else if (p.held !== onto || onto === head) {
      return [...commands, { do: 'rebase', attempt, onto }];
    }
  }
  return commands;
}

const inLine = (progress: readonly Progress[]): Waiting[] =>
  progress
    .flatMap((p) =>
      'place' in p && p.place !== null && p.changed.length > 0 && p.wanted === null ? [p] : [],
    )
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
