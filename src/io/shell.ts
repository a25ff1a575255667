import { mkdir } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { reached } from './phase.ts';
import type { Filter } from '../domain/redaction/stream.ts';
import { begin, type Confined, type Wrap } from './shell-begin.ts';
import type { ProcessGroup } from './shell-group.ts';
import { OutputCollector } from './shell-output.ts';
import { openPipe } from './shell-pipe.ts';
import type { Window } from './text-window.ts';

export type ShellOptions = {
  readonly cwd: string;
  /** The whole environment of the command: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** File that takes the whole output; folders on the way are made. */
  readonly log: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onOutput?: (chunk: Buffer) => void;
  /** Makes what changes the output on its way to everybody, such as one that hides secrets. */
  readonly filter?: () => Filter;
  /** Output beyond this many bytes ends the command. Default 64 MiB. */
  readonly maxBytes?: number;
  /** Bytes kept in memory of the start and of the end. Default 128 KiB each. */
  readonly keepBytes?: number;
  /** What is run in place of `bash -c command`, such as a sandbox around it. */
  readonly wrap?: Wrap;
};

export type ShellResult = Window & {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** Also known where the shell only passed it on as 128 + n. */
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  /** It wrote more than it may and was ended. */
  readonly overflowed: boolean;
  /** It put more on the disk than it may and was ended. */
  readonly filled: boolean;
  readonly ms: number;
  readonly bytes: number;
  /** Line breaks in the whole output. */
  readonly lines: number;
  readonly log: string;
  /** Where it ran in a sandbox. */
  readonly confined?: Confined;
};

/** A command under way. `stop` ends it and everything in its group; `done` never rejects but for a command that cannot start. */
export type Running = {
  readonly done: Promise<ShellResult>;
  /** The result, once there is one. */
  readonly ended: ShellResult | undefined;
  /** What it has asked for and run into so far, where it is confined. */
  confined(): Confined | undefined;
  stop(): Promise<ShellResult>;
};

const DRAIN_MS = 2_000;

/** Runs a command to its end in a fresh shell, with everything it printed in one stream in the order of arrival. */
export async function shell(command: string, options: ShellOptions): Promise<ShellResult> {
  const running = await startShell(command, options);
  return running.done;
}

/** Resolves once the command runs; rejects where it cannot be started. */
export async function startShell(command: string, options: ShellOptions): Promise<Running> {
  await mkdir(dirname(options.log), { recursive: true });
  const { reader, end } = await openPipe(options.env['PATH']);
  const startedAt = performance.now();
  const begun = await begin(command, options, end.fd).catch(async (error: unknown) => {
    reader.destroy();
    await end.close();
    throw error;
  });
  await end.close();
  const { group } = begun;
  reached('command.begun');
  const output = new OutputCollector(reader, options, () => group.end('overflowed'));
  const stopWatching = watch(group, options);
  const result = async (): Promise<ShellResult> => {
    const settled = await settle(group, output, startedAt);
    stopWatching();
    reached('command.ended');
    await begun.over();
    const confined = begun.told();
    running.ended = { ...settled, log: options.log, ...(confined ? { confined } : {}) };
    return running.ended;
  };
  const running: Omit<Running, 'ended'> & { ended: ShellResult | undefined } = {
    done: result(),
    ended: undefined,
    confined: () => begun.told(),
    stop: async () => {
      group.end('aborted');
      return running.done;
    },
  };
  return running;
}

function watch(group: ProcessGroup, { timeoutMs, signal }: ShellOptions): () => void {
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => group.end('timedOut'), timeoutMs);
  const abort = (): void => group.end('aborted');
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) {
    abort();
  }
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
}

/** A child in the background may hold the pipe for ever: after the exit it gets a moment, then its end. */
async function settle(
  group: ProcessGroup,
  output: OutputCollector,
  startedAt: number,
): Promise<Omit<ShellResult, 'log'>> {
  const { code, signal, at } = await group.exit;
  let drain: NodeJS.Timeout | undefined;
  await Promise.race([
    output.ended,
    new Promise((resolve) => {
      drain = setTimeout(resolve, DRAIN_MS);
    }),
  ]);
  clearTimeout(drain);
  group.clear();
  const { window, bytes, lines } = await output.close();
  return {
    ...window,
    exitCode: code,
    signal: signal ?? signalOf(code),
    timedOut: group.cause === 'timedOut',
    aborted: group.cause === 'aborted',
    overflowed: group.cause === 'overflowed',
    filled: group.cause === 'filled',
    ms: at - startedAt,
    bytes,
    lines,
  };
}

/** A shell passes a signal on as 128 + n. */
function signalOf(code: number | null): string | null {
  const found = Object.entries(constants.signals).find(([, number]) => code === 128 + number);
  return found?.[0] ?? null;
}
