import { isBinaryFileSync } from 'isbinaryfile';
import { SpecError } from './problem.ts';

/** Largest spec that is read, in bytes. */
export const MAX_SPEC_BYTES = 1024 * 1024;

/** The text of a spec without its byte order mark. UTF-8, or UTF-16 where a mark says so; anything else is refused. */
export function decodeSpec(bytes: Buffer, source: string): string {
  if (bytes.length > MAX_SPEC_BYTES) {
    throw new SpecError(
      'too_large',
      `The spec ${source} has ${bytes.length.toLocaleString('en')} bytes, and at most ${MAX_SPEC_BYTES.toLocaleString('en')} (1 MB) are read.`,
      'Nothing is ever cut off silently: split it, or point to the large parts by their path.',
    );
  }
  const encoding = markedEncoding(bytes);
  const text = encoding === null ? decodeUtf8(bytes, source) : decodeUtf16(bytes, encoding, source);
  if (text.includes('\0')) {
    throw binary(source);
  }
  if (text.trim() === '') {
    throw new SpecError(
      'empty',
      `The spec ${source} ${bytes.length === 0 ? 'is empty' : 'holds nothing but white space'}.`,
      'Write down what has to be done; one sentence is enough.',
    );
  }
  return text;
}

function markedEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return 'utf-16le';
  }
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

function decodeUtf16(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be', source: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) {
      throw new SpecError(
        'encoding',
        `The spec ${source} begins like ${encoding.toUpperCase()} text, but is not valid in it.`,
        'Save it as UTF-8.',
      );
    }
    throw error;
  }
}

function decodeUtf8(bytes: Buffer, source: string): string {
  const text = new TextDecoder().decode(bytes);
  const offset = firstInvalidByte(bytes, text);
  if (offset === undefined) {
    return text;
  }
  if (hasControlBytes(bytes) && isBinaryFileSync(bytes, bytes.length)) {
    throw binary(source);
  }
  const line = bytes.subarray(0, offset).toString('latin1').split('\n').length;
  const byte = (bytes[offset] ?? 0).toString(16).padStart(2, '0');
  throw new SpecError(
    'encoding',
    `The spec ${source} is not valid UTF-8: byte 0x${byte} at offset ${String(offset)}, line ${String(line)}.`,
    'Save it as UTF-8.',
  );
}

/** Decoding puts U+FFFD where bytes make no character: the first one that the bytes do not spell themselves tells. */
function firstInvalidByte(bytes: Buffer, text: string): number | undefined {
  const mark = bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0;
  let offset = mark;
  let from = 0;
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', from)) {
    offset += Buffer.byteLength(text.slice(from, at));
    if (bytes.subarray(offset, offset + 3).toString('hex') !== 'efbfbd') {
      return offset;
    }
    offset += 3;
    from = at + 1;
  }
  return undefined;
}

/** Text in a legacy code page has high bytes, but none of these. */
const hasControlBytes = (bytes: Buffer): boolean =>
  bytes.some((byte) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b);

const binary = (source: string): SpecError =>
  new SpecError('binary', `The spec ${source} is a binary file.`, 'Name a text file, markdown at best.');
