/** A string that a terminal would swallow or act upon (title, clipboard, images), introducer to terminator. */
const STRING_SEQUENCE =
  // eslint-disable-next-line no-control-regex
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\n\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)/g;
// eslint-disable-next-line no-control-regex
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;
// eslint-disable-next-line no-control-regex
const ESCAPE = /\u001b[ -/]*[0-~]/g;
const BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
/** Controls, what is no character at all, and what has no width or turns the direction of its neighbours. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;

/**
 * The text as one line that shows all there is and does nothing else: no escape sequences, control, direction or
 * zero-width characters. A line break becomes a space, a tab two.
 */
export const printable = (text: string): string =>
  text
    .replace(STRING_SEQUENCE, '')
    .replace(CONTROL_SEQUENCE, '')
    .replace(ESCAPE, '')
    .replace(BREAK, ' ')
    .replaceAll('\t', '  ')
    .replace(UNSEEN, '')
    .replace(LONE_SURROGATE, '\u{fffd}');

/** The lines of a longer text, each as it is; their content is not yet printable. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);
