import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeSpec, MAX_SPEC_BYTES } from '../../src/spec/decode.ts';
import { SpecError, specProblem } from '../../src/spec/problem.ts';

function failure(bytes: Uint8Array): SpecError {
  try {
    decodeSpec(Buffer.from(bytes), 'my spec.md');
  } catch (error) {
    if (error instanceof SpecError) {
      return error;
    }
    throw error;
  }
  throw new Error('it was read');
}

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('encodings', () => {
  it('reads UTF-16 with a mark in both byte orders', () => {
    expect(decodeSpec(utf16('# Größe ✓\r\n'), 's')).toBe('# Größe ✓\r\n');
    expect(decodeSpec(Buffer.from(utf16('# Größe ✓\r\n')).swap16(), 's')).toBe('# Größe ✓\r\n');
  });

  it('refuses UTF-16 that is cut in the middle of a character', () => {
    expect(failure(utf16('ab').subarray(0, 5))).toMatchObject({ kind: 'encoding' });
  });

  it.each([
    ['a Latin-1 letter', Buffer.from('# Title\n\ncaf\xe9 au lait\n', 'latin1'), '0xe9 at offset 12, line 3'],
    ['the first of several', Buffer.from('a\xef\xbb b \xff', 'latin1'), '0xef at offset 1, line 1'],
    ['a character cut at the end', Buffer.from('abc€').subarray(0, 5), '0xe2 at offset 3, line 1'],
    [
      'one after real replacement marks',
      Buffer.concat([Buffer.from('\uFFFDx\uFFFD\n'), Buffer.from([0xe9])]),
      '0xe9 at offset 8, line 2',
    ],
    [
      'one after a byte order mark',
      Buffer.concat([Buffer.from('\uFEFFab\n'), Buffer.from([0x80])]),
      '0x80 at offset 6, line 2',
    ],
    [
      'Cyrillic in a code page',
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x0a]),
      '0xcf at offset 0, line 1',
    ],
  ])('tells where invalid UTF-8 starts: %s', (_, bytes, place) => {
    expect(failure(bytes)).toMatchObject({ kind: 'encoding' });
    expect(failure(bytes).message).toContain(place);
  });
});

it('leaves replacement marks alone that the file really has', () => {
  expect(decodeSpec(Buffer.from('\uFFFDx\uFFFD\n'), 's')).toBe('\uFFFDx\uFFFD\n');
});

describe('what is not a spec', () => {
  it('an empty file and one of white space differ in words', () => {
    expect(failure(Buffer.from('')).message).toContain('is empty');
    expect(failure(Buffer.from(' \n\t\r\n\u00a0')).message).toContain('nothing but white space');
    expect(failure(Buffer.from('\uFEFF')).kind).toBe('empty');
  });

  it.each([
    ['a program', readFileSync(process.execPath).subarray(0, 5000)],
    ['text with a NUL far behind', Buffer.from(`${'words '.repeat(500)}\0`)],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['UTF-16 without a mark', utf16('# Title').subarray(2)],
    ['UTF-32', Buffer.concat([Buffer.from('fffe0000', 'hex'), Buffer.from('4100000042000000', 'hex')])],
  ])('%s is binary', (_, bytes) => {
    expect(failure(bytes).kind).toBe('binary');
  });

  it('is too large over one megabyte, with both sizes told', () => {
    const problem = failure(Buffer.alloc(MAX_SPEC_BYTES + 1, 'a'));
    expect(problem.kind).toBe('too_large');
    expect(problem.message).toContain('1,048,577 bytes, and at most 1,048,576');
    expect(decodeSpec(Buffer.alloc(MAX_SPEC_BYTES, 'a'), 's')).toHaveLength(MAX_SPEC_BYTES);
  });
});

describe('files that cannot be read', () => {
  it.each([
    ['ENOENT', 'missing', 'does not exist'],
    ['ENOTDIR', 'missing', 'does not exist'],
    ['EISDIR', 'directory', 'is a directory'],
    ['EACCES', 'unreadable', 'may not be read'],
    ['EIO', 'unreadable', 'could not be read (EIO)'],
  ])('%s', (code, kind, words) => {
    const problem = specProblem(code, 'docs/spec.md');
    expect(problem.kind).toBe(kind);
    expect(problem.message).toContain(`docs/spec.md ${words}`);
    expect(problem.message.endsWith(problem.hint)).toBe(true);
  });

  it('each tell one paragraph: what, where, and what to do', () => {
    const problems = [
      failure(Buffer.from('')),
      failure(Buffer.from([0x41, 0xff])),
      failure(Buffer.from('a\0')),
      failure(Buffer.alloc(MAX_SPEC_BYTES + 1, 'a')),
    ];
    for (const { message, hint } of problems) {
      expect(message).toContain('my spec.md');
      expect(message).not.toContain('\n');
      expect(hint).toMatch(/^[A-Z].*\.$/);
    }
    expect(new Set(problems.map((p) => p.kind)).size).toBe(4);
  });
});
