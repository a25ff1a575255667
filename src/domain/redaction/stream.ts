import type { Redactor } from './redactor.ts';

/** Bytes that are kept back while more may come: a secret that comes in two pieces is seen whole. */
const HELD_BACK = 4096;

/** Bytes that come before the text is looked at again: some programs write letter by letter. */
const AT_ONCE = 1024;

/** Colours in the midst of a secret would hide it from those who look for it. */
// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[\d;]{0,32}[mK]/g;

const BEGIN = '-----BEGIN ';
const LONGEST_BLOCK = 16_384;

/** Where a private key begins whose end has not come yet; the end of the text where there is none. */
function openBlock(text: string): number {
  const from = text.lastIndexOf(BEGIN);
  const isOpen =
    from >= 0 &&
    text.length - from < LONGEST_BLOCK &&
    /^-----BEGIN (?:[A-Z]+ )*(?:PRIVATE|$)/.test(text.slice(from, from + 60)) &&
    !text.includes('-----END ', from);
  return isOpen ? from : text.length;
}

export type Filter = {
  /** What may be passed on now. */
  readonly push: (chunk: Buffer) => Buffer;
  /** After a silence: whole lines need not wait longer. */
  readonly settle: () => Buffer;
  /** All the rest. */
  readonly end: () => Buffer;
};

/** Hides secrets in bytes that come piece by piece, whatever their encoding; colours are left out. */
export function filter({ hide }: Pick<Redactor, 'hide'>): Filter {
  let held = '';
  let unseen = 0;
  // What may be passed on; after it comes a block that has not ended yet.
  let ready = 0;
  const look = (all: 'what has ended' | 'everything' = 'what has ended'): void => {
    const plain = held.replaceAll(COLOURS, '');
    const to = all === 'everything' ? plain.length : openBlock(plain);
    const hidden = hide(plain.slice(0, to));
    ready = hidden.length;
    held = hidden + plain.slice(to);
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
      return release(Math.min(ready, Math.max(0, held.length - HELD_BACK)));
    },
    settle: () => {
      look();
      return release(held.slice(0, ready).lastIndexOf('\n') + 1);
    },
    end: () => {
      look('everything');
      return release(held.length);
    },
  };
}
