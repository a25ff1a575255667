import { createHash } from 'node:crypto';

/** 96 bits: nobody finds a text that holds the end mark of itself, with whatever effort. */
const HEX_DIGITS = 24;

/**
 * Puts text that we did not write between marks that it cannot forge: they carry a hash of the text itself. The same
 * text gets the same marks, so that a prompt stays byte-identical from run to run.
 */
export function bounded(name: string, text: string): string {
  const id = createHash('sha256').update(name).update(text).digest('hex').slice(0, HEX_DIGITS);
  const mark = `${name.replaceAll(/[^\w.-]+/g, '-')} id="${id}"`;
  return `<${mark}>\n${text}${text.endsWith('\n') ? '' : '\n'}</${mark}>`;
}
