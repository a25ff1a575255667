import { secrets } from '../config/environment.ts';
import { redactor } from './redact.ts';
import type { Shell } from './shell.ts';
import { packageVersion } from './version.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The real process as a Shell: with `main`, the only place that touches it. */
export function processShell(): Shell {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', outliveReader);
  }
  // Whatever is said, by whichever way it came to be said: an error of a library may quote what it was given.
  const known = new Set(secrets(process.env));
  let redact = redactor([...known]);
  return {
    version: packageVersion(),
    cwd: process.cwd(),
    env: process.env,
    out: (text) => void process.stdout.write(redact(text)),
    err: (text) => void process.stderr.write(redact(text)),
    hide: (more) => {
      more.forEach((secret) => known.add(secret));
      redact = redactor([...known]);
    },
    redact: (text) => redact(text),
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    onStop: watchSignals(),
    ...endings(),
    interrupt: () => void process.kill(process.pid, 'SIGINT'),
    exit: (code) => process.exit(code),
    die: () => void process.kill(process.pid, 'SIGKILL'),
  };
}

/** What gives the terminal back runs before anything is said of a crash: it would be lost with the other screen. */
function endings(): Pick<Shell, 'onExit' | 'onCrash'> {
  const waiting = new Set<() => void>();
  const all = (): void => waiting.forEach((last) => last());
  process.on('exit', all);
  return {
    onExit: (last) => {
      waiting.add(last);
      return () => void waiting.delete(last);
    },
    onCrash: (crash) => {
      process.removeAllListeners('uncaughtException').once('uncaughtException', (error) => {
        // A crash while a crash is told ends the process: telling that one, too, might never end.
        process.on('uncaughtException', () => process.exit(1));
        all();
        crash(error);
      });
    },
  };
}

function watchSignals(): Shell['onStop'] {
  const watching: Parameters<Shell['onStop']>[0][] = [];
  for (const signal of SIGNALS) {
    process.on(signal, () => watching.at(-1)?.(signal));
  }
  return (stop) => {
    watching.push(stop);
    return () => void watching.splice(watching.lastIndexOf(stop), 1);
  };
}

/** A pipe whose reader has gone, and a terminal that was closed. */
const NOBODY_READS = new Set(['EPIPE', 'EIO']);

/** Whoever reads the output may go away, as `head` does; the work goes on and is saved all the same. */
function outliveReader(error: NodeJS.ErrnoException): void {
  if (!NOBODY_READS.has(error.code ?? '')) {
    throw error;
  }
}
