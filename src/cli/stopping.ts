import type { Shell, StopSignal } from './shell.ts';

export type Stopping = {
  readonly signal: AbortSignal;
  /** What asked to stop, if anything did; a closed terminal counts as an interruption. */
  signalled(): 'SIGINT' | 'SIGTERM' | undefined;
  end(): void;
};

/** The exit code of a program that a signal has ended. */
export const exitOf = (signal: StopSignal): number => (signal === 'SIGTERM' ? 143 : 130);

/**
 * The first signal stops the run after saving; a second one ends the process at once, with `lastWords` if there is time
 * for them.
 */
export function stopping(
  shell: Shell,
  lastWords: () => Promise<void> = async () => Promise.resolve(),
): Stopping {
  const controller = new AbortController();
  const signals: StopSignal[] = [];
  const signalled = (): 'SIGINT' | 'SIGTERM' | undefined => (signals[0] === 'SIGHUP' ? 'SIGINT' : signals[0]);
  const unwatch = shell.onStop((signal) => {
    signals.push(signal);
    if (signals.length === 1) {
      shell.err('\nstopping: what is done is being saved; once more ends at once\n');
      controller.abort(new Error(`stopped by ${signal}`));
      return;
    }
    const end = (): never => shell.exit(exitOf(signal));
    if (signals.length > 2) {
      end();
    }
    lastWords().then(end, end);
  });
  return { signal: controller.signal, signalled, end: unwatch };
}
