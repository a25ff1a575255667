import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startShell, type Running, type ShellResult } from '../../io/shell.ts';
import { endMarked } from '../../io/shell-leftovers.ts';
import { plainText } from '../../io/text-terminal.ts';
import type { CallRecord } from '../permit.ts';
import type { ToolResult } from '../tool.ts';
import { confinedFacts, factsOf } from './bash-facts.ts';
import { MARK, shellOptions, type Workbench } from './session.ts';

const MOST_NEW_BYTES = 20_000;

type Job = {
  readonly command: string;
  readonly running: Running;
  readonly log: string;
  read: number;
  /** Whether the model has been told of its end. */
  told: boolean;
};

/** Commands in the background; none of them outlives `close`. */
export type Jobs = {
  start(command: string, cwd: string): Promise<Pick<ToolResult, 'text' | 'facts'>>;
  /** What it wrote since the last look, after waiting at most `waitMs` for its end. */
  poll(id: string, waitMs: number, signal: AbortSignal): Promise<ToolResult>;
  stop(id: string): Promise<ToolResult>;
  /** Gives what came of those whose end nobody has asked for. */
  close(): Promise<readonly CallRecord[]>;
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
      jobs.set(id, { command, running, log: options.log, read: 0, told: false });
      return {
        text: `job ${id} runs in the background. bash {job: "${id}"} gives its new output, with stop: true it ends.`,
        facts: confinedFacts(running.confined()),
      };
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
      const untold = [...jobs].filter(([, job]) => !job.told);
      await Promise.all([...jobs.values()].map(async (job) => job.running.stop()));
      await endMarked(MARK, bench.mark);
      return Promise.all(untold.map(async ([id, job]) => recordOf(id, job.command, await job.running.done)));
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

/** As of a call of its own: what it did, it did after the call that began it had been answered. */
const recordOf = (id: string, command: string, result: ShellResult): CallRecord => ({
  call: `job ${id}`,
  tool: 'bash',
  input: { command, background: true },
  permission: { decision: 'allow', rule: 'begun' },
  ok: true,
  ms: Math.round(result.ms),
  bytes: result.bytes,
  facts: factsOf(result),
});

async function report(id: string, job: Job): Promise<ToolResult> {
  const { text, left } = await newOutput(job);
  const { ended } = job.running;
  job.told = ended !== undefined;
  const state = ended ? endOf(ended) : 'running';
  const cut = left > 0 ? `[${left} bytes left out; all of it: ${job.log}]\n` : '';
  return {
    ok: true,
    text: `job ${id}: ${state}\n${cut}${text === '' ? '(no new output)' : text}`,
    facts: ended ? factsOf(ended) : confinedFacts(job.running.confined()),
  };
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
