import { createHash } from 'node:crypto';

/**
 * Puts text that we did not write between marks that it cannot forge: they carry a hash of the text itself. The same
 * text gets the same marks, so that a prompt stays byte-identical from run to run.
 */
export function bounded(name: string, text: string): string {
  const id = createHash('sha256').update(name).update(text).digest('hex').slice(0, 12);
  return `<${name} id="${id}">\n${text}${text.endsWith('\n') ? '' : '\n'}</${name} id="${id}">`;
}
