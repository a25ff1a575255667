import type { Readable, Writable } from 'node:stream';
import type { Screen } from '../view/paint.ts';

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** What is typed or piped in. `setRawMode` is there on a terminal: keys come at once, and none of them is a signal. */
export type Keyboard = AsyncIterable<Uint8Array> &
  Readable & {
    readonly isTTY?: boolean;
    readonly setRawMode?: (raw: boolean) => unknown;
  };

/** The program's surroundings, handed to every command: nothing below reads the process itself. */
export type Shell = {
  readonly version: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For results. */
  readonly out: (text: string) => void;
  /** For words to a person. */
  readonly err: (text: string) => void;
  /** Values that nothing of the above and no report of a crash shows from now on, beside those that the environment tells. */
  readonly hide: (secrets: readonly string[]) => void;
  /** A text without any of them. */
  readonly redact: (text: string) => string;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: Writable & Screen & { readonly isTTY?: boolean };
  readonly stdin: Keyboard;
  /**
   * Calls back at each signal that asks the program to stop, in place of whoever watched before; gives a function that
   * ends the watching.
   */
  readonly onStop: (stop: (signal: StopSignal) => void) => () => void;
  /** Calls back when the process ends, whatever ends it but a power cut; gives a function that forgets it. */
  readonly onExit: (last: () => void) => () => void;
  /** Calls back with what nobody caught, in place of whoever was to be called before. */
  readonly onCrash: (crash: (error: unknown) => void) => void;
  /** As Ctrl-C on a terminal does, where keys are read one by one. */
  readonly interrupt: () => void;
  /** Ends the process at once. */
  readonly exit: (code: number) => never;
  /** Ends the process as a power cut would. */
  readonly die: () => void;
};
