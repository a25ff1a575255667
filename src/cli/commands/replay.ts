import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { secrets as secretsIn } from '../../config/environment.ts';
import type { Line } from '../../domain/event.ts';
import { readTranscript } from '../../io/transcript.ts';
import { sleep } from '../../model/wait.ts';
import { recordingOf } from '../../run/recording-of.ts';
import { ending } from '../../view/ending.ts';
import { reportFacts } from '../../view/facts.ts';
import { renderReport } from '../../view/report-text.ts';
import { inked } from '../../view/ink.ts';
import { row } from '../../view/row.ts';
import { renderTranscript } from '../../view/transcript-text.ts';
import type { RunFlags } from '../flags.ts';
import { livePaths } from '../recording.ts';
import { here, pickRun, type Here, type Recorded } from '../runs.ts';
import { openScreen } from '../screen.ts';
import type { Screen } from '../shown.ts';
import type { Shell } from '../shell.ts';
import { UserError, USAGE } from '../user-error.ts';

export type ReplayFlags = Pick<RunFlags, 'json' | 'quiet'> & {
  readonly speed?: number;
  readonly transcript?: string;
  readonly recording?: string;
};

/** Most runs are over in a minute then. */
const SPEED = 20;
/** Nobody watches a clock for longer, whatever the speed. */
const LONGEST_GAP_MS = 2_000;
const INTERRUPTED = 130;

/** `orchestrate replay`: a run of the past, its events on the screen as they came, or one of its conversations. */
export async function replay(name: string | undefined, flags: ReplayFlags, shell: Shell): Promise<number> {
  const at = await here(shell);
  const found = await pickRun(at, name);
  if (flags.transcript !== undefined) {
    return printTranscript(found, flags.transcript, shell);
  }
  if (flags.recording !== undefined) {
    return writeRecording(at, found, path.resolve(shell.cwd, flags.recording), shell);
  }
  return showAgain(found, flags, shell);
}

async function showAgain(found: Recorded, flags: ReplayFlags, shell: Shell): Promise<number> {
  const { folder, lines, run } = found;
  const stop = new AbortController();
  const unwatch = shell.onStop(() => stop.abort(new Error('stopped')));
  const clock = new RecordedClock(flags.speed ?? SPEED);
  const screen = openScreen(shell, flags, () => clock.now());
  try {
    screen.notice(`run ${run.id}, as it was recorded: nothing runs, no model is asked`);
    await show(lines, { clock, screen, signal: stop.signal });
    const report = reportFacts(lines, { records: folder.dir, userTree: null });
    screen.end(run, ending(run), run.at === 'ended' ? [...renderReport(report), row('')] : []);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) {
      return INTERRUPTED;
    }
    throw error;
  } finally {
    screen.close();
    unwatch();
  }
}

type Showing = { readonly clock: RecordedClock; readonly screen: Screen; readonly signal: AbortSignal };

async function show(lines: readonly Line[], { clock, screen, signal }: Showing): Promise<void> {
  for (const [n, line] of lines.entries()) {
    screen.entry(line);
    const next = lines[n + 1];
    const { at } = line;
    // A run that lay still is not waited for.
    const until = next && next.event.type !== 'run.resumed' ? next.at : at;
    await sleep(clock.go(Date.parse(at), Date.parse(until)), signal);
  }
}

/** The time in a recording, faster than the real one. */
class RecordedClock {
  readonly #speed: number;
  #from = { recorded: 0, real: 0, until: 0 };

  constructor(speed: number) {
    this.#speed = speed;
  }

  now(): number {
    const { recorded, real, until } = this.#from;
    return Math.min(until, recorded + (Date.now() - real) * this.#speed);
  }

  /** Lets time go on from one event to the next; gives the milliseconds until then. */
  go(recorded: number, until: number): number {
    this.#from = { recorded, real: Date.now(), until: Math.max(recorded, until) };
    return Math.min(LONGEST_GAP_MS, Math.max(0, until - recorded) / this.#speed);
  }
}

async function printTranscript({ folder, run }: Recorded, name: string, shell: Shell): Promise<number> {
  const known = (await readdir(folder.transcripts))
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -'.jsonl'.length));
  if (!known.includes(name)) {
    throw new UserError(
      USAGE,
      `Run ${run.id} has no conversation ${name}. It has: ${known.toSorted().join(', ') || 'none'}.`,
    );
  }
  const messages = await readTranscript(path.join(folder.transcripts, `${name}.jsonl`));
  shell.out(
    renderTranscript(messages)
      .map((line) => `${inked(line, shell.stdout)}\n`)
      .join(''),
  );
  return 0;
}

async function writeRecording(
  { git, state }: Here,
  { folder, lines }: Recorded,
  file: string,
  shell: Shell,
): Promise<number> {
  const recording = await recordingOf(
    { lines, transcripts: folder.transcripts },
    { normalise: livePaths({ slots: state.slots, root: git.root }), secrets: secretsIn(shell.env) },
  );
  await writeFile(file, recording, { mode: 0o600 });
  shell.err(`${file}: what the models were told and said, without keys. It holds parts of your files.\n`);
  return 0;
}
