import { isRealPassword, isRealSecret } from '../guard/secrets.ts';
import { knownValues } from './known-values.ts';
import { ADDRESS, SHAPES } from './signs.ts';

export type Redactor = {
  /** The text with secrets replaced: known values in every form, and what has the shape of a secret. */
  readonly hide: (text: string) => string;
  /** Known values only: for words whose shapes mean nothing, such as what a model writes itself. */
  readonly hideKnown: (text: string) => string;
  /**
   * The text with placeholders replaced by what they stand for in `source`, the content of the one file that they may go
   * back to; or the first that stands for nothing there.
   */
  readonly restore: (text: string, source: string) => Restored;
};
export type Restored = { readonly text: string } | { readonly unknown: string };

type Options = {
  /** Values that are secret whatever they look like. */
  readonly known: readonly string[];
  /** Twelve hexadecimal digits that stand for a value and do not tell it; the same for the same value. */
  readonly tag: (value: string) => string;
};

const PLACEHOLDER = /\[redacted:[a-z0-9-]+:[0-9a-f]{12}\]/g;

/** Replaces secrets by placeholders such as `[redacted:github-token:3f2a…]`. Pure; hiding twice changes nothing more. */
export function redactor({ known, tag }: Options): Redactor {
  const replaceKnown = knownValues(known);
  const placeholder = (kind: string, value: string): string => `[redacted:${kind}:${tag(value)}]`;
  const hideWith = (text: string, mark: (kind: string, value: string) => string): string =>
    hideShapes(
      replaceKnown(text, (found) => mark('known', found)),
      mark,
    );
  return {
    hide: (text) => hideWith(text, placeholder),
    hideKnown: (text) => replaceKnown(text, (found) => placeholder('known', found)),
    restore: (text, source) => {
      const wanted = [...new Set(text.match(PLACEHOLDER) ?? [])];
      if (wanted.length === 0) {
        return { text };
      }
      const there = new Map<string, string>();
      hideWith(source, (kind, value) => {
        const name = placeholder(kind, value);
        there.set(name, value);
        return name;
      });
      const unknown = wanted.find((name) => !there.has(name) && !source.includes(name));
      return unknown === undefined
        ? { text: text.replace(PLACEHOLDER, (name) => there.get(name) ?? name) }
        : { unknown };
    },
  };
}

type Mark = (kind: string, value: string) => string;

function hideShapes(text: string, mark: Mark): string {
  let hidden = text;
  for (const { kind, pattern, hints } of SHAPES) {
    if (hints.some((hint) => hidden.includes(hint))) {
      hidden = hidden.replace(pattern, (...match: unknown[]) => {
        const [whole = '', ...groups] = match
          .filter((part): part is string => typeof part === 'string')
          .slice(0, -1);
        const secret = groups.at(-1) ?? whole;
        if (secret.startsWith('[redacted:')) {
          return whole;
        }
        return kind === 'private-key' || isRealSecret(secret)
          ? within(whole, secret, mark(kind, secret))
          : whole;
      });
    }
  }
  return hidden.includes('://')
    ? hidden.replace(ADDRESS, (whole, ...parts: string[]) => hideAddress(whole, parts, mark))
    : hidden;
}

function hideAddress(whole: string, [, , password = '']: readonly string[], mark: Mark): string {
  return isRealPassword(password) ? within(whole, password, mark('password', password)) : whole;
}

/** The last place: what stands before it names the secret, and may hold the same letters. */
function within(whole: string, secret: string, by: string): string {
  const at = whole.lastIndexOf(secret);
  return whole.slice(0, at) + by + whole.slice(at + secret.length);
}
