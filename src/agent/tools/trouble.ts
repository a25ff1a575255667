import { clip } from '../../io/text-lines.ts';
import { plainText } from '../../io/text-terminal.ts';

const MOST_LINES = 40;
const MOST_CHARACTERS = 2_000;
const MOST_SHOWN_CHARACTERS = 300;

/** Words of lines that tell of trouble, wherever in an output they are. */
const TROUBLE =
  /\b(?:error|exception|fatal|panic(?:ked)?|traceback|assert(?:ion)?(?:error)?|failed|failure|undefined reference|segmentation fault)\b|^\s*(?:[✗✖×]|FAIL\b|not ok\b)/i;

export const tellsTrouble = (line: string): boolean => TROUBLE.test(line.slice(0, MOST_CHARACTERS));

/** Catches the lines that tell of trouble while an output goes by: the first ones and the last ones, with their numbers. */
export class TroubleLines {
  readonly #first: [number, string][] = [];
  #last: [number, string][] = [];
  #rest = '';
  #number = 1;

  push(chunk: Buffer): void {
    const lines = (this.#rest + chunk.toString('latin1')).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, MOST_CHARACTERS);
    for (const line of lines) {
      const text = Buffer.from(line.slice(0, MOST_CHARACTERS), 'latin1').toString('utf8');
      if (tellsTrouble(text)) {
        this.#keep([this.#number, text]);
      }
      this.#number += 1;
    }
  }

  #keep(line: [number, string]): void {
    if (this.#first.length < MOST_LINES / 2) {
      this.#first.push(line);
      return;
    }
    this.#last.push(line);
    this.#last = this.#last.slice(-MOST_LINES / 2);
  }

  /** Those from line `from` to line `to`, each after its number. */
  between(from: number, to: number): string[] {
    return [...this.#first, ...this.#last]
      .filter(([number]) => number >= from && number <= to)
      .map(([number, line]) => `${number}: ${clip(plainText(line).trim(), 0, MOST_SHOWN_CHARACTERS)}`);
  }
}
