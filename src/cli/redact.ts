import { visible } from '../agent/visible.ts';
import { knownValues } from '../domain/redaction/known-values.ts';

const MARK = '***';

/** Puts a mark in the place of each secret, in whatever form it stands there. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const replace = knownValues(secrets);
  return (text) => replace(text, () => MARK);
}

/** The same for a page: what turns the direction of a text or has no width is written out, so that code reads as it runs. */
export function pageText(secrets: readonly string[]): (text: string) => string {
  const redact = redactor(secrets);
  return (text) => visible(redact(text)).text;
}
