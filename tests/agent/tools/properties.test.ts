import { diffLines } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compress } from '../../../src/agent/tools/compress.ts';
import { applyEdits } from '../../../src/agent/tools/edit-apply.ts';
import { findMatches } from '../../../src/agent/tools/edit-match.ts';
import { applyChunks } from '../../../src/agent/tools/patch-apply.ts';
import { parsePatch } from '../../../src/agent/tools/patch-parse.ts';
import { TroubleLines } from '../../../src/agent/tools/trouble.ts';

const Word = fc.constantFrom('if x:', '  return y', '}', '', 'a = "b"', '\tz()', '$& $1', '# – note', 'end');
const Lines = fc.array(Word, { maxLength: 12 });
const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const crlf = (content: string): string => content.replaceAll('\n', '\r\n');

const edit = (content: string, old: string, fresh: string): string =>
  applyEdits({ path: 'f', content, edits: [{ old, new: fresh }], all: false }).text;

describe('an edit', () => {
  const Parts = fc.record({ before: Lines, old: Lines, fresh: Lines, after: Lines });

  test('changes the stretch that old names, and nothing else', () => {
    fc.assert(
      fc.property(Parts, ({ before, old, fresh, after }) => {
        const [a, b, c, d] = [text(before), `>${text(old)}<`, text(fresh), text(after)];
        expect(edit(a + b + d, b, `${c}!`)).toBe(`${a}${c}!${d}`);
      }),
    );
  });

  test('gives with CR LF what it gives without, in CR LF', () => {
    fc.assert(
      fc.property(Parts, ({ before, old, fresh, after }) => {
        const [a, b, c, d] = [text(['top', ...before]), `>${text(old)}<`, text(fresh), text(after)];
        expect(edit(crlf(a + b + d), b, `${c}!`)).toBe(crlf(`${a}${c}!${d}`));
      }),
    );
  });

  test('of indented lines is indented as they are', () => {
    const Block = fc.array(fc.constantFrom('a', '  b', '    c', ''), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(Block, Block, fc.constantFrom('  ', '\t', '      '), (old, fresh, indent) => {
        const shift = (lines: readonly string[]): string =>
          text(lines.map((line) => (line === '' ? '' : indent + line)));
        const [block, wanted] = [
          ['first', ...old, 'last'],
          ['new', ...fresh],
        ];
        expect(edit(`x\n${shift(block)}y\n`, text(block), text(wanted))).toBe(`x\n${shift(wanted)}y\n`);
      }),
    );
  });

  test('is found in the same places whichever way blanks end the lines', () => {
    const Ends = fc.array(fc.constantFrom('', ' ', '\t  '), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(Lines, Ends, (lines, ends) => {
        const old = text(['from', ...lines, 'to']);
        const there = text(['from', ...lines, 'to'].map((line, index) => line + (ends[index] ?? '')));
        const { matches } = findMatches(`a\n${there}b\n`, old);
        expect(matches.map(({ start, end }) => [start, end])).toEqual([[2, 2 + there.length]]);
      }),
    );
  });
});

/** What a patch says of two texts: every line of both, in one hunk. */
function patchOf(before: string, after: string): string {
  const signed = diffLines(before, after).flatMap(({ value, added, removed }) =>
    value
      .split('\n')
      .slice(0, -1)
      .map((line) => `${added ? '+' : removed ? '-' : ' '}${line}\n`),
  );
  return `*** Begin Patch\n*** Update File: f\n@@\n${signed.join('')}*** End Patch`;
}

function patched(content: string, patch: string): string {
  const [operation] = parsePatch(patch);
  return operation?.kind === 'update' ? applyChunks(content, operation.chunks) : 'no update';
}

describe('a patch', () => {
  const Pair = fc
    .tuple(Lines, Lines)
    .map(([before, after]) => [text(['top', ...before]), text(['top', ...after])] as const);

  test('turns one text into the other', () => {
    fc.assert(
      fc.property(Pair, ([before, after]) => {
        expect(patched(before, patchOf(before, after))).toBe(after);
      }),
    );
  });

  test('does so in CR LF, in a patch of CR LF, and without a last line end', () => {
    fc.assert(
      fc.property(Pair, ([before, after]) => {
        const patch = patchOf(before, after);
        expect(patched(crlf(before), patch)).toBe(crlf(after));
        expect(patched(before, crlf(patch))).toBe(after);
        expect(patched(`${before}x`, patchOf(`${before}x\n`, `${after}x\n`))).toBe(`${after}x`);
      }),
    );
  });
});

/** Neighbours that are equal count once. */
const told = (content: string): string[] =>
  content.split('\n').filter((line, index, all) => /error|FAIL/.test(line) && all[index - 1] !== line);

describe('shortened output', () => {
  const Noise = fc.constantFrom(
    'retry',
    'ok',
    '',
    'error: one',
    'FAIL two',
    '10%\r20%\r30%\r40%',
    '    at x (node:internal:1:1)',
  );

  test('keeps every line that tells of trouble, in order', () => {
    fc.assert(
      fc.property(fc.array(Noise, { maxLength: 60 }), (lines) => {
        expect(told(compress(lines.join('\n')).text)).toEqual(told(lines.join('\n')));
      }),
    );
  });

  test('catches the same lines however the output is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(Noise, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (lines, size) => {
        const all = Buffer.from(`${lines.join('\n')}\n`);
        const [whole, pieces] = [new TroubleLines(), new TroubleLines()];
        whole.push(all);
        for (let at = 0; at < all.length; at += size) {
          pieces.push(all.subarray(at, at + size));
        }
        expect(pieces.between(1, 99)).toEqual(whole.between(1, 99));
      }),
    );
  });
});
