import { isBinaryFileSync } from 'isbinaryfile';

export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'utf32le' | 'utf32be' | 'latin1';

/**
 * Bytes as text that turns back into the very same bytes. Latin-1 stands for every encoding that is not known: each
 * byte is one character, so that what is not touched stays.
 */
export type Text = {
  readonly encoding: Encoding;
  /** The byte order mark, where there is one, is its first character. */
  readonly text: string;
  /** Undefined where the text has characters that this encoding lacks. */
  encode(text: string): Buffer | undefined;
};

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const UTF16LE = new TextDecoder('utf-16le', { fatal: true, ignoreBOM: true });

const startsWith = (bytes: Buffer, ...mark: number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

/** Which of the Unicode encodings a byte order mark announces. */
export function markOf(bytes: Buffer): Encoding | undefined {
  if (startsWith(bytes, 0xff, 0xfe, 0, 0)) {
    return 'utf32le';
  }
  if (startsWith(bytes, 0, 0, 0xfe, 0xff)) {
    return 'utf32be';
  }
  if (startsWith(bytes, 0xff, 0xfe)) {
    return 'utf16le';
  }
  if (startsWith(bytes, 0xfe, 0xff)) {
    return 'utf16be';
  }
  return startsWith(bytes, 0xef, 0xbb, 0xbf) ? 'utf8' : undefined;
}

/** Undefined for what is no text: pictures, archives, programs. */
export function decode(bytes: Buffer): Text | undefined {
  const mark = markOf(bytes);
  if (mark && mark !== 'utf8') {
    return decodeAs(mark, bytes);
  }
  const text = attempt(() => UTF8.decode(bytes));
  if (text !== undefined && !looksBinary(bytes)) {
    return { encoding: 'utf8', text, encode: encodeUtf8 };
  }
  return looksBinary(bytes)
    ? undefined
    : { encoding: 'latin1', text: bytes.toString('latin1'), encode: encodeLatin1 };
}

// oxlint-disable-next-line no-control-regex -- they tell a program from a text
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** The start of a file tells. Old code pages look binary to the library, but have no control characters. */
export function looksBinary(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 8192);
  return start.length > 0 && isBinaryFileSync(start, start.length) && CONTROLS.test(start.toString('latin1'));
}

/** Half a pair, which no encoding can hold. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);

const encodeUtf8 = (text: string): Buffer | undefined =>
  hasLoneSurrogate(text) ? undefined : Buffer.from(text, 'utf8');

const encodeLatin1 = (text: string): Buffer | undefined =>
  /[\u0100-\uffff]/.test(text) ? undefined : Buffer.from(text, 'latin1');

function decodeAs(encoding: Encoding, bytes: Buffer): Text | undefined {
  const swapped = encoding === 'utf16be' || encoding === 'utf32be';
  const unit = encoding.startsWith('utf16') ? 2 : 4;
  if (bytes.length % unit !== 0) {
    return undefined;
  }
  const little = swapped ? swap(bytes, unit) : bytes;
  const text = attempt(() => (unit === 2 ? UTF16LE.decode(little) : decodeUtf32(little)));
  const encode = (value: string): Buffer | undefined => {
    const out = unit === 2 ? Buffer.from(value, 'utf16le') : encodeUtf32(value);
    return hasLoneSurrogate(value) ? undefined : swapped ? swap(out, unit) : out;
  };
  return text === undefined ? undefined : { encoding, text, encode };
}

const swap = (bytes: Buffer, unit: 2 | 4): Buffer =>
  unit === 2 ? Buffer.from(bytes).swap16() : Buffer.from(bytes).swap32();

function decodeUtf32(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    text += String.fromCodePoint(bytes.readUInt32LE(at));
  }
  return text;
}

const encodeUtf32 = (text: string): Buffer => {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const out = Buffer.alloc(points.length * 4);
  points.forEach((point, index) => out.writeUInt32LE(point, index * 4));
  return out;
};

function attempt(decoding: () => string): string | undefined {
  try {
    return decoding();
  } catch {
    return undefined;
  }
}

export type LineEnd = '\n' | '\r\n' | '\r';

/** The line end that most lines have; undefined where there is none. */
export function lineEndOf(text: string): LineEnd | undefined {
  let [lf, crlf, cr] = [0, 0, 0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') {
      crlf += 1;
    } else {
      lf += 1;
    }
  }
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    cr += text[at + 1] === '\n' ? 0 : 1;
  }
  const most = Math.max(lf, crlf, cr);
  return most === 0 ? undefined : lf === most ? '\n' : crlf === most ? '\r\n' : '\r';
}

export const withLineEnd = (text: string, end: LineEnd): string => text.replaceAll(/\r\n|\n/g, () => end);
