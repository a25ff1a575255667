import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode, lineEndOf, looksBinary, withLineEnd } from '../../../src/io/text.ts';
import { clip, countLines, firstLines, fits, lastLines } from '../../../src/io/text-lines.ts';
import { headTail, OutputWindow } from '../../../src/io/text-window.ts';
import { plainText } from '../../../src/io/text-terminal.ts';

const utf32 = (text: string, swapped: boolean): Buffer => {
  const bytes = Buffer.concat(
    Array.from(`\ufeff${text}`, (character) => {
      const four = Buffer.alloc(4);
      four.writeUInt32LE(character.codePointAt(0) ?? 0);
      return four;
    }),
  );
  return swapped ? bytes.swap32() : bytes;
};

describe('bytes as text', () => {
  test.each([
    ['utf8', Buffer.from('naïve 😀\n')],
    ['utf8', Buffer.from('\ufeffwith a mark\r\n')],
    ['utf8', Buffer.from('a real \ufffd in it')],
    ['latin1', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])],
    ['latin1', Buffer.from('cff0e8e2e5f2', 'hex')],
    ['utf16le', Buffer.from('\ufeffHello 😀\n', 'utf16le')],
    ['utf16be', Buffer.from('\ufeffHello 😀\n', 'utf16le').swap16()],
    ['utf32le', utf32('Hello 😀', false)],
    ['utf32be', utf32('Hello 😀', true)],
  ])('%s turns back into the same bytes', (encoding, bytes) => {
    const text = decode(bytes);
    expect(text?.encoding).toBe(encoding);
    expect(text?.encode(text.text)?.equals(bytes)).toBe(true);
  });

  test('whatever is taken for text turns back into the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (array) => {
        const bytes = Buffer.from(array);
        const text = decode(bytes);
        expect(text?.encode(text.text) ?? bytes).toEqual(bytes);
      }),
    );
  });

  test.each([['89504e470d0a1a0a0000000d'], ['4142010203040543440600'], ['7f454c46020101000000']])(
    '%s is no text',
    (hex) => {
      expect(decode(Buffer.from(hex, 'hex'))).toBeUndefined();
      expect(looksBinary(Buffer.from(hex, 'hex'))).toBe(true);
    },
  );

  test('characters that an encoding lacks are not written', () => {
    expect(decode(Buffer.from([0x63, 0xe9]))?.encode('→')).toBeUndefined();
    expect(decode(Buffer.from('a'))?.encode('\ud800')).toBeUndefined();
  });
});

test.each([
  ['a\nb\n', '\n'],
  ['a\r\nb\r\nc\n', '\r\n'],
  ['a\rb\r', '\r'],
  ['a\n\r\n', '\n'],
  ['none', undefined],
])('the lines of %j end with %j', (text, end) => {
  expect(lineEndOf(text)).toBe(end);
});

test('line ends are set to one, and dollars stay dollars', () => {
  expect(withLineEnd("a\nb\r\n$&$'", '\r\n')).toBe("a\r\nb\r\n$&$'");
});

describe('a window of an output', () => {
  const Pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 30 });

  test('holds whole characters, no more than it may, and says how much is missing', () => {
    fc.assert(
      fc.property(Pieces, fc.nat(40), fc.nat(40), (pieces, headBytes, tailBytes) => {
        const all = Buffer.from(pieces.join(''));
        const window = new OutputWindow({ headBytes, tailBytes });
        pieces.forEach((piece) => window.push(Buffer.from(piece)));
        const { head, tail, omittedBytes } = window.window();
        expect(`${head}${tail}`).not.toContain('\ufffd');
        expect(Buffer.byteLength(head + tail) + omittedBytes).toBe(all.length);
        expect(all.toString().startsWith(head) && all.toString().endsWith(tail)).toBe(true);
        expect(omittedBytes === 0 || Buffer.byteLength(head + tail) <= headBytes + tailBytes).toBe(true);
      }),
    );
  });

  test('an output that fits is left in one piece', () => {
    expect(headTail('all of it', { headBytes: 4, tailBytes: 5 })).toEqual({
      head: 'all of it',
      tail: '',
      omittedBytes: 0,
    });
  });

  test('invalid bytes are replaced one by one, and nothing before them is lost', () => {
    const window = new OutputWindow({ headBytes: 100, tailBytes: 100 });
    window.push(Buffer.from([0x61, 0x62, 0xc3]));
    expect(window.window().head).toBe('ab\ufffd');
  });
});

describe('lines that fit', () => {
  const text = 'one\ntwo\nthree\nfour';

  test('are whole, from either end', () => {
    expect(firstLines(text, { lines: 2, bytes: 100 })).toBe('one\ntwo');
    expect(lastLines(text, { lines: 2, bytes: 100 })).toBe('three\nfour');
    expect(firstLines(text, { lines: 9, bytes: 9 })).toBe('one\ntwo');
  });

  test('of a line that is too long a part is shown, never half a character', () => {
    expect(firstLines('ééééé', { lines: 1, bytes: 5 })).toBe('éé');
    expect(lastLines('ééééé', { lines: 1, bytes: 5 })).toBe('éé');
  });

  test('are cut between characters', () => {
    expect([clip('a😀b', 0, 2), clip('a😀b', 2, 4), clip('a😀b', 0, 3)]).toEqual(['a', 'b', 'a😀']);
  });

  test('are counted without the empty rest after a line end', () => {
    expect([countLines(''), countLines('a'), countLines('a\n'), countLines('a\n\n')]).toEqual([0, 1, 1, 2]);
    expect([fits('a\nb\n', { lines: 2, bytes: 4 }), fits('a\nb\n', { lines: 2, bytes: 3 })]).toEqual([
      true,
      false,
    ]);
  });
});

describe('text for a reader', () => {
  test.each([
    ['\u001b[1;31mred\u001b[0m', 'red'],
    ['a\u001b]52;c;cm0gLXJm\u0007b', 'ab'],
    ['a\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'alink'],
    ['\u001bP+q544e\u001b\\\u001b_Gf=24;AAAA\u001b\\z', 'z'],
    ['\u009d52;c;cm0=\u009c\u009b2Jx', 'x'],
    ['\u001bc\u001b(Bplain\u001b=', 'plain'],
    ['never closed \u001b]0;title', 'never closed 0;title'],
    ['10%\r50%\r100%\r\ndone', '10%\n50%\n100%\ndone'],
    ['a\u202eb\u200bc\u2066d\ufeff', 'abcd'],
    ['tab\tstays\u0000\u0007\u0008', 'tab\tstays'],
    ['👨‍👩‍👧 é 世界', '👨‍👩‍👧 é 世界'],
  ])('%j reads %j', (raw, text) => {
    expect(plainText(raw)).toBe(text);
  });

  test('holds no control character, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (raw) => {
        expect(plainText(raw)).not.toMatch(/[^\P{Cc}\t\n]/u);
      }),
    );
  });
});
