import { ConfigError, type Problem } from './problem.ts';
import { nearest } from './suggest-key.ts';

/** A text with `{{names}}` in it, and the place in a file that it starts at. */
export type Template = { readonly body: string; readonly file: string; readonly bodyLine: number };

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Throws ConfigError naming every placeholder that is not among `names`. */
export function checkPlaceholders({ body, file, bodyLine }: Template, names: readonly string[]): void {
  const problems = [...body.matchAll(PLACEHOLDER)].flatMap(({ 1: name = '', index }): Problem[] => {
    if (names.includes(name)) {
      return [];
    }
    const line = bodyLine + body.slice(0, index).split('\n').length - 1;
    const near = nearest(name, names);
    const hint = near === undefined ? `known: ${names.join(', ')}` : `did you mean {{${near}}}?`;
    return [
      {
        key: name,
        place: `${file}:${String(line)}`,
        message: `there is nothing to put in for {{${name}}}; ${hint}`,
      },
    ];
  });
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
}

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
