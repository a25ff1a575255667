import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Event } from '../domain/event.ts';
import { isOfTheMoment, Wish } from '../domain/wish.ts';
import { posted, reply, withdraw } from '../io/inbox.ts';

/** What became of a letter, as the one who wrote it is told. */
export const Reply = z.union([
  z.strictObject({ ok: z.literal(true), says: z.string() }),
  z.strictObject({ ok: z.literal(false), why: z.string() }),
]);
export type Reply = z.infer<typeof Reply>;

/** What a person wants of the run that is driven, said from elsewhere. */
export type Letter = {
  readonly id: string;
  readonly wish: Wish;
  /** Tells the one who wrote what became of it. */
  readonly answer: (became: Reply) => Promise<void>;
};

/** What has come and was not taken yet, in order. */
export type Letters = () => Promise<readonly Letter[]>;

/**
 * The letters in a folder. Those whose wishes are in the journal already have been taken by a process that died; those that
 * were there first may be from before the run was resumed.
 */
export function lettersIn(folder: string, log: readonly Event[]): Letters {
  const taken = new Set(lettersTaken(log));
  let mayBeOld = true;
  return async () => {
    const letters: Letter[] = [];
    const old = mayBeOld;
    mayBeOld = false;
    for (const { id, text } of await posted(folder)) {
      const wish = wishIn(text);
      if (taken.has(id)) {
        await withdraw(folder, id);
      } else if (wish && old && isOfTheMoment(wish)) {
        await send(folder, id, { ok: false, why: 'The run was taken up after that was said: say it again.' });
      } else if (wish) {
        letters.push({ id, wish, answer: async (became) => send(folder, id, became) });
      } else {
        await send(folder, id, { ok: false, why: 'It could not be understood.' });
      }
    }
    return letters;
  };
}

/** Ids of the letters that a journal knows of. */
export const lettersTaken = (log: readonly Event[]): string[] =>
  log.flatMap((event) => ('letter' in event && event.letter !== undefined ? [event.letter] : []));

const send = async (folder: string, id: string, became: Reply): Promise<void> =>
  reply(folder, id, JSON.stringify(became));

function wishIn(text: string): Wish | undefined {
  try {
    return Wish.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const EVERY_MS = 200;

export type Attending = {
  /** Resolves once what was there at the beginning has been taken. */
  readonly first: Promise<void>;
  /** Resolves once the signal has ended it; rejects where a letter could not be taken. */
  readonly heard: Promise<void>;
};

/** Hands each letter over as it comes, until the signal ends it. */
export function attend(
  letters: Letters,
  take: (letter: Letter) => Promise<void>,
  signal: AbortSignal,
): Attending {
  const takeAll = async (): Promise<void> => {
    for (const letter of await letters()) {
      await take(letter);
    }
  };
  const first = takeAll();
  const goOn = async (): Promise<void> => {
    await first;
    while (!signal.aborted) {
      await setTimeout(EVERY_MS, undefined, { signal }).catch(() => undefined);
      await takeAll();
    }
  };
  return { first, heard: goOn() };
}
