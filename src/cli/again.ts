import type { Wish } from '../domain/wish.ts';
import type { Listeners, Opened } from './driving.ts';
import { goingOnWith } from './going-on.ts';
import { openAgain } from './opening.ts';

/** Opens a run anew that has come to rest, with what its user says to that. */
export type Again = (resting: Opened, wishes: readonly Wish[]) => Promise<Opened>;

/** By the same models and limits; how it is confined was settled when it began. */
export const againWith =
  (place: Parameters<typeof openAgain>[0], listeners: Listeners): Again =>
  async ({ git, state, folder }, wishes) => {
    const { sandbox: _, mode: _mode, ...flags } = place.flags ?? {};
    return openAgain(
      { ...place, flags },
      { git, state, folder },
      async (run) => goingOnWith(wishes, run, folder),
      listeners,
    );
  };
