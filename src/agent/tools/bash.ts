import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { shell, type ShellOptions, type ShellResult } from '../../io/shell.ts';
import { tool, type Tool, type ToolContext, type ToolResult } from '../tool.ts';
import { showOutput, TroubleLines } from './bash-output.ts';
import type { Jobs } from './jobs.ts';
import type { Bench } from './session.ts';
import { orSuggest } from './suggest.ts';

const DEFAULT_MS = 120_000;
const MOST_MS = 600_000;
const POLL_MS = 1_000;

const Input = z.strictObject({
  command: z.string().optional(),
  timeoutMs: z.int().min(1).optional().describe('default 120000, at most 600000'),
  cwd: z.string().optional(),
  background: z.boolean().optional().describe('return at once with a job id'),
  job: z.string().optional().describe('id: its new output'),
  stop: z.boolean().optional().describe('end the job'),
});
type Input = z.output<typeof Input>;

export const bashTool = (bench: Bench, jobs: Jobs): Tool =>
  tool({
    name: 'bash',
    description:
      'Run a command in a fresh bash, without a terminal or input. Servers and watchers need background.',
    input: Input,
    run: async (input, context) => {
      if (input.job !== undefined) {
        return input.stop
          ? jobs.stop(input.job)
          : jobs.poll(input.job, Math.min(input.timeoutMs ?? POLL_MS, MOST_MS), context.signal);
      }
      const command = input.command ?? '';
      if (command.trim() === '') {
        throw new Error('command is empty; nothing was run.');
      }
      const cwd = await workingFolder(bench, input.cwd);
      return input.background ? jobs.start(command, cwd) : run(bench, { ...input, command, cwd }, context);
    },
  });

async function workingFolder(bench: Bench, cwd: string | undefined): Promise<string> {
  const path = cwd ?? '.';
  const { real, kind } = await orSuggest(bench, path, async () => {
    const stat = await bench.files.stat(path);
    return { real: await bench.files.resolve(path), kind: stat?.kind };
  });
  if (kind !== 'directory') {
    throw new Error(
      `cwd ${path} ${kind === undefined ? 'does not exist' : 'is not a directory'}; nothing was run.`,
    );
  }
  return join(bench.files.path, real);
}

async function run(
  bench: Bench,
  input: Input & { command: string; cwd: string },
  context: ToolContext,
): Promise<ToolResult> {
  const { options } = bench;
  const timeoutMs = Math.min(input.timeoutMs ?? DEFAULT_MS, MOST_MS);
  const trouble = new TroubleLines();
  const result = await shell(input.command, {
    ...shellOptions(bench, input.cwd),
    timeoutMs,
    signal: context.signal,
    onOutput: (chunk) => {
      trouble.push(chunk);
      context.onProgress?.(chunk.toString('utf8'));
    },
  });
  const shown = showOutput(result, trouble);
  if (shown.isWhole) {
    await unlink(result.log);
  }
  const counts = options.summarise?.(result.head + result.tail);
  const note =
    shown.isWhole || shown.text.includes(result.log) ? '' : `\n[shortened; all of it: ${result.log}]`;
  return {
    ok: !result.timedOut && !result.aborted && !result.overflowed,
    text: `${statusLine(result, { timeoutMs, counts })}\n${shown.text}${note}`,
  };
}

let number = 0;

export function shellOptions({ options }: Bench, cwd: string): ShellOptions {
  number += 1;
  const log = join(options.logs, `bash-${Date.now().toString(36)}-${number}.log`);
  return { cwd, env: options.env, log, ...(options.wrap ? { wrap: options.wrap } : {}) };
}

type Status = { readonly timeoutMs: number; readonly counts: string | undefined };

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
  if (result.signal !== null) {
    return `killed by ${result.signal}${result.exitCode === null ? '' : ` (exit ${result.exitCode})`}`;
  }
  return `exit ${result.exitCode ?? '?'}`;
}

const seconds = (ms: number): string => `${ms < 10_000 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`;
