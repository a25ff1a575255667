/** The program's surroundings, handed to every command: nothing below reads the process itself. */
export type Shell = {
  readonly version: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** What a person sees on stderr: a terminal of this size, or plain lines. */
  readonly terminal: { readonly isTTY: boolean; readonly columns: number; readonly rows: number };
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  /** Calls back at each signal that asks the program to stop; gives a function that ends the watching. */
  readonly onStop: (stop: (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void) => () => void;
};
