import type { Redactor } from './redactor.ts';

/** Bytes that are kept back while more may come: a secret that comes in two pieces is seen whole. */
const HELD_BACK = 4096;

/** Bytes that come before the text is looked at again: some programs write letter by letter. */
const AT_ONCE = 1024;

export type Filter = {
  /** What may be passed on now. */
  readonly push: (chunk: Buffer) => Buffer;
  /** After a silence: whole lines need not wait longer. */
  readonly settle: () => Buffer;
  /** All the rest. */
  readonly end: () => Buffer;
};

/** Hides secrets in bytes that come piece by piece, whatever their encoding. */
export function filter({ hide }: Pick<Redactor, 'hide'>): Filter {
  let held = '';
  let unseen = 0;
  const look = (): void => {
    held = hide(held);
    unseen = 0;
  };
  const release = (to: number): Buffer => {
    const out = Buffer.from(held.slice(0, to), 'latin1');
    held = held.slice(to);
    return out;
  };
  return {
    push: (chunk) => {
      held += chunk.toString('latin1');
      unseen += chunk.length;
      if (unseen < AT_ONCE) {
        return Buffer.alloc(0);
      }
      look();
      return release(Math.max(0, held.length - HELD_BACK));
    },
    settle: () => {
      look();
      return release(held.lastIndexOf('\n') + 1);
    },
    end: () => {
      look();
      return release(held.length);
    },
  };
}
