type SpecProblem =
  'missing' | 'directory' | 'unclosed' | 'unreadable' | 'empty' | 'binary' | 'encoding' | 'too_large';

/** A spec that cannot be read. `message` is one paragraph: what is wrong, where, and what to do about it. */
export class SpecError extends Error {
  override readonly name = 'SpecError';
  readonly kind: SpecProblem;
  readonly hint: string;

  constructor(kind: SpecProblem, what: string, hint: string) {
    super(`${what} ${hint}`);
    this.kind = kind;
    this.hint = hint;
  }
}

type Trouble = { readonly kind: SpecProblem; readonly what: string; readonly hint: string };

const missing: Trouble = {
  kind: 'missing',
  what: 'does not exist',
  hint: 'Check the path, or pass - to read the spec from stdin.',
};
const forbidden: Trouble = { kind: 'unreadable', what: 'may not be read', hint: 'Check its permissions.' };

const special: Trouble = {
  kind: 'unreadable',
  what: 'is no ordinary file',
  hint: 'Pass - to read the spec from a pipe.',
};

const troubles: Readonly<Record<string, Trouble>> = {
  ENOENT: missing,
  ENOTDIR: missing,
  EISDIR: { kind: 'directory', what: 'is a directory', hint: 'Name one markdown file inside it.' },
  ESPIPE: special,
  EACCES: forbidden,
  EPERM: forbidden,
};

/** Tells a failed read of `source` in words; `code` is the system's own, such as ENOENT. `meant`: files that may have been. */
export function specProblem(code: string, source: string, meant: readonly string[] = []): SpecError {
  const trouble = troubles[code];
  const guess = meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`;
  return trouble
    ? new SpecError(trouble.kind, `The spec ${source} ${trouble.what}.`, `${trouble.hint}${guess}`)
    : new SpecError(
        'unreadable',
        `The spec ${source} could not be read (${code}).`,
        'Check the path and the disk.',
      );
}

/** Settings at the head of a spec that never end: all of it would be taken for text, and none of it would count. */
export const unclosed = (source: string): SpecError =>
  new SpecError(
    'unclosed',
    `The settings at the head of ${source} begin in line 1 and never end.`,
    'Close them with a line --- of its own, or put an empty line below the first one if it is a rule.',
  );
