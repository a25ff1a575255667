import { Writable } from 'node:stream';

/**
 * A terminal that understands what the painter sends, and nothing else: an unknown sequence throws. It keeps what is
 * on the screen and everything that was written.
 */
export class FakeTerminal extends Writable {
  columns: number;
  rows: number;
  isTTY = true;
  /** Whether it is behind with what it was sent. */
  slow = false;
  written: string[] = [];
  modes = new Set<string>();
  cells: string[];
  #row = 0;
  #column = 0;

  constructor(columns: number, rows: number) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.rows = rows;
    this.cells = Array.from({ length: rows }, () => '');
    Object.defineProperty(this, 'writableNeedDrain', { get: () => this.slow });
  }

  getColorDepth(): number {
    return 1;
  }

  override _write(chunk: string, _: BufferEncoding, done: () => void): void {
    this.written.push(chunk);
    for (const part of chunk.split('\u001b[').slice(1)) {
      const [, sequence = '', text = ''] = /^([?\d;]*[A-Za-z])(.*)$/s.exec(part) ?? [];
      this.#obey(sequence);
      const line = this.cells[this.#row] ?? '';
      this.cells[this.#row] = line.slice(0, this.#column) + text + line.slice(this.#column + text.length);
      this.#column += text.length;
    }
    done();
  }

  resize(columns: number, rows: number): void {
    this.columns = columns;
    this.rows = rows;
    this.cells = Array.from({ length: rows }, (_, i) => (this.cells[i] ?? '').slice(0, columns));
    this.emit('resize');
  }

  #obey(sequence: string): void {
    const mode = /^\?(\d+)([hl])$/.exec(sequence);
    const position = /^(\d+);1H$/.exec(sequence);
    if (mode?.[1] !== undefined) {
      this.modes[mode[2] === 'h' ? 'add' : 'delete'](mode[1]);
    } else if (position) {
      this.#row = Number(position[1]) - 1;
      this.#column = 0;
    } else if (sequence === 'K') {
      this.cells[this.#row] = (this.cells[this.#row] ?? '').slice(0, this.#column);
    } else if (sequence === '2J') {
      this.cells.fill('');
    } else {
      throw new Error(`the terminal does not know ${sequence}`);
    }
  }
}
