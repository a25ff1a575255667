import type { Shell, StopSignal } from './shell.ts';

export type Stopping = {
  readonly signal: AbortSignal;
  /** Which signal asked to stop, if one did. */
  asked(): StopSignal | undefined;
  end(): void;
};

/** The first signal stops the run after saving; a second one ends the process at once. */
export function stopping(shell: Shell): Stopping {
  const controller = new AbortController();
  let first: StopSignal | undefined;
  const unwatch = shell.onStop((signal) => {
    if (first !== undefined) {
      shell.exit(signal === 'SIGTERM' ? 143 : 130);
    }
    first = signal;
    shell.err('\nstopping: what is done is being saved; once more ends at once\n');
    controller.abort(new Error(`stopped by ${signal}`));
  });
  return { signal: controller.signal, asked: () => first, end: unwatch };
}
