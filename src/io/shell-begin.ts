import { spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { ProcessGroup } from './shell-group.ts';

/** What a command is started as, in place of `bash -c command`; asked for once for each. */
export type Wrap = (command: string, cwd: string) => Wrapped | Promise<Wrapped>;

export type Wrapped = {
  readonly file: string;
  readonly args: readonly string[];
  /** What becomes of the command's variables. */
  readonly env?: (given: Readonly<Record<string, string>>) => Record<string, string>;
  /** What it reads from the descriptors 3, 4 and so on. */
  readonly inputs?: readonly Buffer[];
  /** Called at once when there is a process: it gets ready meanwhile, and waits for a byte from the descriptor behind `inputs`. */
  readonly started?: (pid: number, end: (cause: 'filled') => void) => Holding;
  /** Another way to ask for an end than a signal to the group; says whether it reached anybody. */
  readonly ask?: (pid: number) => boolean;
  /** Called in every case, also where nothing could be started. */
  readonly release?: () => void | Promise<void>;
  /** What can be told of it so far; all of it once the command is over. */
  readonly told?: () => Confined;
};

/** A process that is held to limits. */
export type Holding = {
  /** Resolves once it is; rejects where it cannot be, and then it does not run. */
  readonly held: Promise<void>;
  /** To be called when the command is over. */
  over(): void | Promise<void>;
};

/** What is known of a confined command beside its output. */
export type Confined = {
  /** The sandbox, and a hash of what it let the command see and do. */
  readonly sandbox: string;
  /** Each way out that it asked for, the verdict first. */
  readonly network: readonly string[];
  /** Limits of all its processes together that the kernel held it to. */
  readonly held: readonly Held[];
};
export type Held = 'memory' | 'processes';

export type Beginning = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly wrap?: Wrap;
};

/** `over` is to be called once the command is. */
export type Begun = {
  readonly group: ProcessGroup;
  over(): Promise<void>;
  told(): Confined | undefined;
};

/** Starts a command, or what is to be started in its place, with both its outputs into one descriptor. */
export async function begin(command: string, options: Beginning, output: number): Promise<Begun> {
  const { cwd, wrap } = options;
  const wrapped: Wrapped = wrap ? await wrap(command, cwd) : { file: 'bash', args: ['-c', '--', command] };
  const { file, args, inputs = [], started, ask, release } = wrapped;
  const fed = started ? [...inputs, GO] : inputs;
  try {
    const child = spawn(file, args, {
      cwd,
      env: wrapped.env?.(options.env) ?? { ...options.env },
      detached: true,
      stdio: ['ignore', output, output, ...fed.map(() => 'pipe' as const)],
    });
    const group = new ProcessGroup(child, ask);
    const holding = heldOrCleared(child.pid, group, started);
    inputs.forEach((input, i) => feed(child.stdio[FIRST_INPUT + i], input));
    await Promise.all([group.started, holding?.held]).catch((error: unknown) => {
      group.clear();
      throw error;
    });
    feed(child.stdio[FIRST_INPUT + inputs.length], GO);
    return {
      group,
      over: async () => {
        await holding?.over();
        await release?.();
      },
      told: () => wrapped.told?.(),
    };
  } catch (error) {
    await release?.();
    throw error;
  }
}

const FIRST_INPUT = 3;
const GO = Buffer.from('\0');

/** What cannot be held to its limits does not run. */
function heldOrCleared(
  pid: number | undefined,
  group: ProcessGroup,
  started: Wrapped['started'],
): Holding | undefined {
  try {
    return pid === undefined ? undefined : started?.(pid, (cause) => group.end(cause));
  } catch (error) {
    group.clear();
    throw error;
  }
}

/** A program that ends before it has read all leaves a broken pipe, which is its own affair. */
function feed(pipe: unknown, input: Buffer): void {
  if (pipe instanceof Writable) {
    pipe.on('error', () => undefined).end(input);
  }
}
