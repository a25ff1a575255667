/** A line of a change: kept, added or removed. */
export type PatchLine = { readonly sign: ' ' | '+' | '-'; readonly text: string };

export type Chunk = {
  /** Lines of the file that the change comes after, each below the one before. */
  readonly anchors: readonly string[];
  readonly lines: readonly PatchLine[];
  /** The change is at the end of the file. */
  readonly atEnd: boolean;
};

export type Operation =
  | { readonly kind: 'add'; readonly path: string; readonly content: string }
  | { readonly kind: 'delete'; readonly path: string }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly moveTo: string | undefined;
      readonly chunks: readonly Chunk[];
    };

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const END_OF_FILE = '*** End of File';
const HEADER = /^\s*\*\*\* (Add|Update|Delete) File:\s*(\S(?:.*\S)?)\s*$/;
const MOVE = /^\s*\*\*\* Move to:\s*(\S(?:.*\S)?)\s*$/;
/** Names one of several machines; here there is one. */
const ENVIRONMENT = /^\s*\*\*\* Environment ID:\s*\S/;
/** What models put around a patch as if they called it in a shell. */
const WRAPPER = /^(?:%%bash|```\w*|(?:cat|apply_patch)?\s*<<-?\s*(['"]?)(\w+)\1)$/;
const NUMBERS = /^-\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;

/** Throws, with the number of the line, on everything that it does not know: nothing is skipped. */
export function parsePatch(patch: string): Operation[] {
  const reader = new Reader(patch);
  if (ENVIRONMENT.test(reader.peek())) {
    reader.next();
  }
  const operations: Operation[] = [];
  for (reader.skipBlank(); !reader.isAtEnd(); reader.skipBlank()) {
    operations.push(operation(reader));
  }
  if (operations.length === 0) {
    throw new Error('The patch is empty: it names no files.');
  }
  return operations;
}

class Reader {
  readonly #lines: readonly string[];
  readonly #end: number;
  #at: number;

  constructor(patch: string) {
    const isCrlf = /^\s*\*\*\* Begin Patch[ \t]*\r$/m.test(patch);
    const lines = patch.split('\n').map((line) => (isCrlf ? line.replace(/\r$/, '') : line));
    this.#lines = lines;
    const begin = lines.findIndex((line) => line.trim() !== '' && !WRAPPER.test(line.trim()));
    this.#at = begin === -1 ? 0 : begin;
    if (this.peek().trim() !== BEGIN) {
      throw this.unexpected(`'${BEGIN}'`);
    }
    const closing = new Set([
      '```',
      ...lines.slice(0, begin).map((line) => WRAPPER.exec(line.trim())?.[2] ?? ''),
    ]);
    this.#end = lines.findLastIndex((line) => !closing.has(line.trim()) && line.trim() !== '');
    if (lines[this.#end]?.trim() !== END) {
      const early = lines.findIndex((line) => line.startsWith(END));
      throw new Error(
        early === -1
          ? `The last line of the patch has to be '${END}', and it is missing.`
          : `line ${early + 2} of the patch: there is text after '${END}'.`,
      );
    }
    this.#at += 1;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  peek(): string {
    return this.#lines[this.#at] ?? '';
  }

  next(): string {
    const line = this.peek();
    this.#at += 1;
    return line;
  }

  skipBlank(): void {
    while (!this.isAtEnd() && this.peek().trim() === '') {
      this.#at += 1;
    }
  }

  unexpected(expected: string): Error {
    return new Error(
      `line ${this.#at + 1} of the patch: expected ${expected}, got "${this.peek().slice(0, 200)}"`,
    );
  }
}

function operation(reader: Reader): Operation {
  const header = HEADER.exec(reader.peek());
  const path = header?.[2];
  if (!header || path === undefined) {
    throw reader.unexpected(
      "a hunk header such as '*** Update File: path', '*** Add File: path' or '*** Delete File: path'",
    );
  }
  reader.next();
  if (header[1] === 'Delete') {
    return { kind: 'delete', path };
  }
  return header[1] === 'Add' ? { kind: 'add', path, content: addedContent(reader) } : update(reader, path);
}

function addedContent(reader: Reader): string {
  const lines: string[] = [];
  while (!reader.isAtEnd() && reader.peek().startsWith('+')) {
    lines.push(reader.next().slice(1), '\n');
  }
  reader.skipBlank();
  if (!reader.isAtEnd() && !HEADER.test(reader.peek())) {
    throw reader.unexpected("'+' before each line of the new file, or the header of the next hunk");
  }
  return lines.join('');
}

function update(reader: Reader, path: string): Operation {
  const moveTo = MOVE.exec(reader.peek())?.[1];
  if (moveTo !== undefined) {
    reader.next();
  }
  const chunks: Chunk[] = [];
  while (!reader.isAtEnd() && !HEADER.test(reader.peek())) {
    if (reader.peek().trim() === '' && chunks.at(-1)?.atEnd) {
      reader.next();
    } else {
      chunks.push(chunk(reader));
    }
  }
  if (chunks.length === 0 && moveTo === undefined) {
    throw new Error(`The update of ${path} is empty: there are no changed lines after its header.`);
  }
  return { kind: 'update', path, moveTo, chunks };
}

function chunk(reader: Reader): Chunk {
  const anchors: string[] = [];
  while (!reader.isAtEnd() && reader.peek().startsWith('@@')) {
    anchors.push(anchorOf(reader.next()));
  }
  const lines: PatchLine[] = [];
  let atEnd = false;
  while (!reader.isAtEnd() && !atEnd && !reader.peek().startsWith('@@') && !HEADER.test(reader.peek())) {
    if (reader.peek().trim() === END_OF_FILE) {
      reader.next();
      atEnd = true;
    } else {
      lines.push(patchLine(reader));
    }
  }
  if (lines.length === 0) {
    throw reader.unexpected("lines that start with ' ', '+' or '-' (the hunk is empty)");
  }
  return { anchors: anchors.filter((anchor) => anchor !== ''), lines, atEnd };
}

/** Line numbers of a unified diff say nothing that the lines do not say better. */
function anchorOf(line: string): string {
  const text = line.slice(2).replace(/^ /, '').trimEnd();
  return NUMBERS.test(text) ? '' : text.replace(/ @@$/, '');
}

function patchLine(reader: Reader): PatchLine {
  const line = reader.peek();
  const [sign = ' '] = line;
  if (sign !== ' ' && sign !== '+' && sign !== '-') {
    throw reader.unexpected("' ', '+', '-' or '@@'");
  }
  reader.next();
  return { sign, text: line.slice(1) };
}
