import type { Run } from '../domain/run.ts';

/** What a run waits for its user with; `checkpoint` null: the planner asks. */
export type Need =
  | { readonly need: 'plan' }
  | { readonly need: 'approval'; readonly checkpoint: string; readonly title: string }
  | { readonly need: 'answer'; readonly checkpoint: string | null; readonly question: string };

/** In the order in which they are best settled: a plan first, since nothing else waits beside it. */
export function needsOf({ at, question, progress }: Pick<Run, 'at' | 'question' | 'progress'>): Need[] {
  if (at === 'ended') {
    return [];
  }
  return [
    ...(at === 'approving' ? [{ need: 'plan' } as const] : []),
    ...(question === null ? [] : [{ need: 'answer', checkpoint: null, question } as const]),
    ...progress.flatMap((p): Need[] => {
      const { id, title } = p.checkpoint;
      switch (p.at) {
        case 'asking':
          return [{ need: 'answer', checkpoint: id, question: p.question }];
        case 'approving':
          return [{ need: 'approval', checkpoint: id, title }];
        case 'todo':
        case 'coding':
        case 'checking':
        case 'guarding':
        case 'reviewing':
        case 'landing':
        case 'landed':
        case 'blocked':
        case 'replaced':
          return [];
      }
    }),
  ];
}

/** `c6 asks you`, `c7, c9 wait for your approval`: one for each kind. */
export function needWords(needs: readonly Need[]): string[] {
  const asking = needs.flatMap((n) => (n.need === 'answer' ? [n.checkpoint ?? 'the planner'] : []));
  const waiting = needs.flatMap((n) => (n.need === 'approval' ? [n.checkpoint] : []));
  return [
    ...(needs.some(({ need }) => need === 'plan') ? ['the plan waits for your approval'] : []),
    ...several(asking, { one: 'asks you', many: 'ask you' }),
    ...several(waiting, { one: 'waits for your approval', many: 'wait for your approval' }),
  ];
}

/** As many names as are read at a glance. */
const NAMED = 4;

export function several(
  names: readonly string[],
  { one, many }: { readonly one: string; readonly many: string },
): string[] {
  if (names.length === 0) {
    return [];
  }
  const more = names.length > NAMED ? ` and ${String(names.length - NAMED)} more` : '';
  return [`${names.slice(0, NAMED).join(', ')}${more} ${names.length === 1 ? one : many}`];
}
