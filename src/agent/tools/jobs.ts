import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startShell, type Running, type ShellResult } from '../../io/shell.ts';
import { endMarked } from '../../io/shell-leftovers.ts';
import { plainText } from '../../io/text-terminal.ts';
import { MARK, shellOptions, type Workbench } from './session.ts';

const MOST_NEW_BYTES = 20_000;

type Job = { readonly running: Running; readonly log: string; read: number };

/** Commands in the background; none of them outlives `close`. */
export type Jobs = {
  start(command: string, cwd: string): Promise<string>;
  /** What it wrote since the last look, after waiting at most `waitMs` for its end. */
  poll(id: string, waitMs: number, signal: AbortSignal): Promise<string>;
  stop(id: string): Promise<string>;
  close(): Promise<void>;
};

export function backgroundJobs(bench: Workbench): Jobs {
  const jobs = new Map<string, Job>();
  const find = (id: string): Job => {
    const job = jobs.get(id);
    if (!job) {
      const known = [...jobs.keys()];
      throw new Error(
        `There is no job ${id}. ${known.length === 0 ? 'None was started.' : `Jobs: ${known.join(', ')}.`}`,
      );
    }
    return job;
  };
  return {
    start: async (command, cwd) => {
      const options = shellOptions(bench, cwd);
      const running = await startShell(command, options);
      const id = String(jobs.size + 1);
      jobs.set(id, { running, log: options.log, read: 0 });
      return `job ${id} runs in the background. bash {job: "${id}"} gives its new output, with stop: true it ends.`;
    },
    poll: async (id, waitMs, signal) => {
      const job = find(id);
      await waitFor(job, waitMs, signal);
      return report(id, job);
    },
    stop: async (id) => {
      const job = find(id);
      await job.running.stop();
      return report(id, job);
    },
    close: async () => {
      await Promise.all([...jobs.values()].map(async (job) => job.running.stop()));
      await endMarked(MARK, bench.mark);
    },
  };
}

async function waitFor(job: Job, ms: number, signal: AbortSignal): Promise<void> {
  const timer = new AbortController();
  await Promise.race([
    job.running.done,
    delay(ms, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).catch(() => {}),
  ]);
  timer.abort();
}

async function report(id: string, job: Job): Promise<string> {
  const { text, left } = await newOutput(job);
  const state = job.running.ended ? endOf(job.running.ended) : 'running';
  const cut = left > 0 ? `[${left} bytes left out; all of it: ${job.log}]\n` : '';
  return `job ${id}: ${state}\n${cut}${text === '' ? '(no new output)' : text}`;
}

const endOf = (result: ShellResult): string =>
  result.aborted
    ? 'stopped'
    : result.signal === null
      ? `exit ${result.exitCode ?? '?'}`
      : `killed by ${result.signal}`;

async function newOutput(job: Job): Promise<{ readonly text: string; readonly left: number }> {
  const file = await open(job.log, 'r');
  try {
    const { size } = await file.stat();
    const from = Math.max(job.read, size - MOST_NEW_BYTES);
    const bytes = Buffer.alloc(size - from);
    await file.read(bytes, 0, bytes.length, from);
    const left = from - job.read;
    job.read = size;
    return { text: plainText(bytes.toString('utf8')), left };
  } finally {
    await file.close();
  }
}
