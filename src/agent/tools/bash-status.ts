import { constants } from 'node:os';
import type { ShellResult } from '../../io/shell.ts';

/** No command of a model runs longer. */
export const MOST_MS = 600_000;

/** A shell gives this and the signal's number for a program that died of it. */
const SIGNAL_BASE = 128;
const SIGNALS: Readonly<Record<string, number>> = constants.signals;

/** `counts` is what a reader of test output made of it. */
export type Status = { readonly timeoutMs: number; readonly counts: string | undefined };

/** The first line of every result: how it ended, what was counted, how long it took. */
export function statusLine(result: ShellResult, { timeoutMs, counts }: Status): string {
  return [ending(result, timeoutMs), ...(counts === undefined ? [] : [counts]), seconds(result.ms)].join(
    ' · ',
  );
}

function ending(result: ShellResult, timeoutMs: number): string {
  if (result.timedOut) {
    const watches = /\bwatch(?:ing)?\b/i.test(result.head + result.tail)
      ? '; it looks like a watch mode'
      : '';
    return `timed out after ${seconds(timeoutMs)} and was killed${watches}; its output so far is below; set timeoutMs (at most ${MOST_MS}) or background`;
  }
  if (result.aborted) {
    return 'aborted; its output so far is below';
  }
  if (result.overflowed) {
    return `killed after ${result.bytes} bytes of output`;
  }
  if (result.filled) {
    return 'killed: it put more on the disk than a command may';
  }
  if (result.signal !== null) {
    return `killed by ${result.signal} (exit ${result.exitCode ?? SIGNAL_BASE + (SIGNALS[result.signal] ?? 0)})`;
  }
  return `exit ${result.exitCode ?? '?'}`;
}

const seconds = (ms: number): string => `${ms < 10_000 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`;
