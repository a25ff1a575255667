import { ConfigError, type Problem } from './problem.ts';
import { nearest } from './suggest-key.ts';

/** A text with `{{names}}` in it, and the place in a file that it starts at. */
export type Template = { readonly body: string; readonly file: string; readonly bodyLine: number };

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Throws ConfigError naming every placeholder that is not among `names`. */
export function checkPlaceholders({ body, file, bodyLine }: Template, names: readonly string[]): void {
  const problems = strange(body, names).map(({ name, index, message }): Problem => {
    const line = bodyLine + body.slice(0, index).split('\n').length - 1;
    return { key: name, place: `${file}:${String(line)}`, message };
  });
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
}

/** What is wrong with each placeholder of a text that is not among `names`. */
export const strangePlaceholders = (body: string, names: readonly string[]): string[] =>
  strange(body, names).map(({ message }) => message);

const strange = (body: string, names: readonly string[]) =>
  [...body.matchAll(PLACEHOLDER)].flatMap(({ 1: name = '', index }) => {
    if (names.includes(name)) {
      return [];
    }
    const near = nearest(name, names);
    const hint = near === undefined ? `known: ${names.join(', ')}` : `did you mean {{${near}}}?`;
    return [{ name, index, message: `there is nothing to put in for {{${name}}}; ${hint}` }];
  });

/** Puts values in for placeholders, once and as they are: what a value holds is never looked at again. */
export function fill(template: Template, values: Readonly<Record<string, string>>): string {
  checkPlaceholders(template, Object.keys(values));
  const parts: string[] = [];
  let from = 0;
  for (const { 0: whole, 1: name = '', index } of template.body.matchAll(PLACEHOLDER)) {
    parts.push(template.body.slice(from, index), values[name] ?? '');
    from = index + whole.length;
  }
  return [...parts, template.body.slice(from)].join('');
}
