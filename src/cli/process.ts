import { readFileSync } from 'node:fs';
import { packageRoot } from './package-root.ts';
import type { Shell } from './shell.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The real process as a Shell: with `main`, the only place that touches it. */
export function processShell(): Shell {
  const { version } = JSON.parse(readFileSync(`${packageRoot()}package.json`, 'utf8')) as { version: string };
  return {
    version,
    cwd: process.cwd(),
    env: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    terminal: {
      isTTY: process.stderr.isTTY,
      columns: process.stderr.columns || 80,
      rows: process.stderr.rows || 24,
    },
    stdin: process.stdin,
    onStop: (stop) => {
      const handlers = SIGNALS.map((signal) => [signal, () => stop(signal)] as const);
      for (const [signal, handler] of handlers) {
        process.on(signal, handler);
      }
      return () => {
        for (const [signal, handler] of handlers) {
          process.off(signal, handler);
        }
      };
    },
  };
}
