/* oxlint-disable no-control-regex -- control characters are what this is about */
/*
 * What programs print is meant for a terminal; a reader gets the words only. Both the seven-bit (ESC …) and the
 * eight-bit forms count, and a sequence that never ends loses its introducer, never the text after it.
 */
const STRINGS =
  /(?:\u001b[P\]X^_]|[\u0090\u009d\u0098\u009e\u009f])[^\u0007\u001b\u0090\u0098\u009c-\u009f]{0,4096}(?:\u0007|\u001b\\|\u009c)/g;
const SEQUENCES = /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]?|\u001b[ -/]{0,8}[0-~]?/g;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const HIDDEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Free of escapes, control and invisible characters; a lone carriage return becomes a line break, so that it hides nothing. */
export function plainText(text: string): string {
  return text
    .replaceAll(STRINGS, '')
    .replaceAll(SEQUENCES, '')
    .replaceAll(/\r+\n|\r/g, '\n')
    .replaceAll(CONTROLS, '')
    .replaceAll(HIDDEN, '');
}
