// A program on a real terminal of the system (by util-linux's `script`), and what a person would see on it.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import xterm from '@xterm/headless';

/** `folder` is for the name of the terminal's device. Sizes in columns and rows; times in milliseconds. */
export function openTerminal({ command, cwd, env, folder, columns, rows }) {
  const device = path.join(folder, `tty-${String(process.hrtime.bigint())}`);
  const quoted = command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const first = `stty cols ${columns} rows ${rows}; tty > '${device}'; exec ${quoted}`;
  const child = spawn('script', ['-qec', first, '/dev/null'], {
    cwd,
    env: { TERM: 'xterm-256color', ...env },
  });
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 500 });
  let bytes = 0;
  child.stdout.on('data', (data) => {
    bytes += data.length;
    screen.write(data);
  });
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)));
  // What was sent is on the screen once its turn has come.
  const settled = async () => new Promise((resolve) => screen.write('', resolve));
  const lines = () => {
    const buffer = screen.buffer.active;
    return Array.from({ length: buffer.length }, (_, i) => buffer.getLine(i)?.translateToString(true) ?? '');
  };
  return {
    screen,
    ended,
    bytes: () => bytes,
    wait: setTimeout,
    /** The text of the whole screen and what has scrolled out of it. */
    text: async () => {
      await settled();
      return lines().join('\n').trimEnd();
    },
    type: (keys) => void child.stdin.write(keys),
    resize: (toColumns, toRows) => {
      screen.resize(toColumns, toRows);
      const tty = readFileSync(device, 'utf8').trim();
      execFileSync('stty', ['-F', tty, 'cols', String(toColumns), 'rows', String(toRows)]);
    },
    until: async (wanted, most = 300_000) => {
      const limit = performance.now() + most;
      for (;;) {
        await settled();
        const text = lines().join('\n');
        if (wanted.test(text)) {
          return;
        }
        if (performance.now() > limit) {
          throw new Error(`never seen: ${String(wanted)}\n${text}`);
        }
        await setTimeout(50);
      }
    },
    end: async () => {
      child.stdin.write('\u0003');
      const late = new AbortController();
      await Promise.race([ended, setTimeout(10_000, undefined, { signal: late.signal })]);
      late.abort();
      child.kill('SIGKILL');
    },
  };
}
