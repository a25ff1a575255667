import { describe, expect, it } from 'vitest';
import { toLive } from '../../src/cli/live-channel.ts';
import type { Piece } from '../../src/run/models.ts';
import type { Live } from '../../src/view/watch.ts';

const CALLER = { role: 'coder', conversation: 'c1.a1.coder', attempt: 'c1.a1', alias: 'small' };

/** What is shown after each of the pieces. */
function shown(...pieces: Piece[]): Live[] {
  const heard: Live[] = [];
  const take = toLive({ live: (live) => heard.push(live) });
  pieces.forEach((piece) => {
    take(CALLER, piece);
  });
  return heard;
}
const text = (words: string): Piece => ({ kind: 'text', text: words });

describe('what is heard of a conversation', () => {
  it('is the text so far, joined from its pieces', () => {
    expect(shown(text('I look '), text('at it.')).at(-1)).toMatchObject({
      attempt: 'c1.a1',
      kind: 'text',
      text: 'I look at it.',
    });
  });

  it('a call that is being written is said to be, and never shown as text', () => {
    const long = { kind: 'call', text: 'x'.repeat(2_100) } as const;
    const last = shown(text('I write it.'), { kind: 'call', text: '{"path":' }, long).at(-1);
    expect(last).toMatchObject({ text: 'I write it.', now: 'writes a call, 2 kB' });
  });

  it('a tool that begins is what the worker does, and a line of its own in what can be read', () => {
    const all = shown(text('I test it.'), { kind: 'tool', text: 'bash npm test\n' }, text('It is green.'));
    expect(all[1]).toMatchObject({ kind: 'tool', now: 'bash npm test' });
    expect(all[2]?.text).toBe('I test it.\n▸ bash npm test\nIt is green.');
    expect(all[2]?.now).toBeUndefined();
  });

  it('replies after each other do not run together', () => {
    const call = { kind: 'call', text: '{}' } as const;
    expect(shown(text('One.'), call, text('Two.')).at(-1)?.text).toBe('One.\nTwo.');
  });

  it('only its end is kept', () => {
    expect(shown(text(`${'x'.repeat(9_000)}end`)).at(-1)?.text).toMatch(/^x{3997}end$/);
  });
});
