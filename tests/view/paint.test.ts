import { describe, expect, it } from 'vitest';
import { painter } from '../../src/view/paint.ts';
import { row } from '../../src/view/row.ts';
import { FakeTerminal } from './screen.ts';

const rows = (...texts: string[]) => texts.map((text) => row(text));

describe('the painter', () => {
  it('shows a frame on the other screen, without cursor and wrapping, all at once', () => {
    const terminal = new FakeTerminal(20, 4);
    painter(terminal).paint(() => rows('one', 'two'));
    expect(terminal.cells).toEqual(['one', 'two', '', '']);
    expect(terminal.modes.has('1049')).toBe(true);
    expect(terminal.written.join('')).toContain('\u001b[?25l');
    expect(terminal.written.join('')).toContain('\u001b[?7l');
    expect(terminal.written[0]?.split('\u001b[?2026h')[1]).toMatch(/one.*two.*\?2026l$/s);
  });

  it('writes only the lines that changed, and nothing where none did', () => {
    const terminal = new FakeTerminal(20, 4);
    const { paint } = painter(terminal);
    paint(() => rows('one', 'two', 'three'));
    paint(() => rows('one', '2', 'three'));
    expect(terminal.written[1]).toContain('2');
    expect(terminal.written[1]).not.toMatch(/one|three|\[2J/);
    paint(() => rows('one', '2', 'three'));
    expect(terminal.written.length).toBe(2);
    paint(() => rows('one'));
    expect(terminal.cells).toEqual(['one', '', '', '']);
  });

  it('draws anew, at the new size, when the terminal is resized', () => {
    const terminal = new FakeTerminal(20, 4);
    painter(terminal).paint(({ width, height }) => rows(`${String(width)}x${String(height)}`, 'two'));
    terminal.resize(40, 3);
    expect(terminal.cells).toEqual(['40x3', 'two', '']);
    expect(terminal.written.at(-1)).toContain('\u001b[2J');
  });

  it('gives the terminal back as it was found, once', () => {
    const terminal = new FakeTerminal(20, 4);
    const { paint, close } = painter(terminal);
    paint(() => rows('one'));
    close();
    close();
    expect([...terminal.modes].filter((mode) => mode !== '7' && mode !== '25')).toEqual([]);
    expect(terminal.modes).toContain('25');
    expect(terminal.modes).toContain('7');
    expect(terminal.listenerCount('resize')).toBe(0);
    const writes = terminal.written.length;
    paint(() => rows('late'));
    expect(terminal.written.length).toBe(writes);
  });

  it('writes nothing at all when nothing was ever shown', () => {
    const terminal = new FakeTerminal(20, 4);
    painter(terminal).close();
    expect(terminal.written).toEqual([]);
  });

  it('leaves a frame out while the terminal cannot keep up, and then shows the latest', () => {
    const terminal = new FakeTerminal(20, 4);
    const { paint } = painter(terminal);
    paint(() => rows('one'));
    terminal.slow = true;
    paint(() => rows('two'));
    expect(terminal.cells[0]).toBe('one');
    terminal.slow = false;
    paint(() => rows('three'));
    expect(terminal.cells[0]).toBe('three');
  });

  it('takes a stream without a size for a terminal of 80 by 24', () => {
    const terminal = new FakeTerminal(20, 4);
    Reflect.deleteProperty(terminal, 'columns');
    Reflect.deleteProperty(terminal, 'rows');
    painter(terminal).paint(({ width, height }) => rows(`${String(width)}x${String(height)}`));
    expect(terminal.cells[0]).toBe('80x24');
  });
});
