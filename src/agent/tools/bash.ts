import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { shell } from '../../io/shell.ts';
import { plainText } from '../../io/text-terminal.ts';
import { LOOK } from '../permit.ts';
import { tool, type Tool, type ToolContext, type ToolResult } from '../tool.ts';
import { showOutput } from './bash-output.ts';
import { factsOf } from './bash-facts.ts';
import { MOST_MS, statusLine } from './bash-status.ts';
import { testReader } from './bash-tests.ts';
import type { Jobs } from './jobs.ts';
import { mustExist, shellOptions, type Workbench } from './session.ts';
import { orSuggest } from './suggest.ts';
import { TroubleLines } from './trouble.ts';

const DEFAULT_MS = 120_000;
const POLL_MS = 1_000;
/** Output of tests up to this length is taken in at a glance. */
const SHORT_LINES = 60;

const Input = z.strictObject({
  command: z.string().optional(),
  timeoutMs: z.int().min(1).optional().describe('default 120000, at most 600000'),
  cwd: z.string().optional(),
  background: z.boolean().optional().describe('return at once with a job id'),
  job: z.string().optional().describe('id: its new output'),
  stop: z.boolean().optional().describe('end the job'),
});
type Input = z.output<typeof Input>;

export function bashTool(bench: Workbench, jobs: Jobs): Tool {
  const readTests = testReader();
  return tool({
    name: 'bash',
    description:
      'Run a command in a fresh bash, without a terminal or input. Servers and watchers need background.',
    input: Input,
    wish: ({ command }) => (command === undefined ? LOOK : { kind: 'command', command }),
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
      return input.background
        ? { ok: true, ...(await jobs.start(command, cwd)) }
        : run({ ...bench, readTests }, { ...input, command, cwd }, context);
    },
  });
}

async function workingFolder(bench: Workbench, cwd: string | undefined): Promise<string> {
  const path = cwd ?? '.';
  const { real, kind } = await orSuggest(bench, path, async () => mustExist(bench.files, path));
  if (kind !== 'directory') {
    throw new Error(`cwd ${path} is not a directory; nothing was run.`);
  }
  return join(bench.files.path, real);
}

async function run(
  bench: Workbench & { readonly readTests: ReturnType<typeof testReader> },
  input: Input & { command: string; cwd: string },
  context: ToolContext,
): Promise<ToolResult> {
  const timeoutMs = Math.min(input.timeoutMs ?? DEFAULT_MS, MOST_MS);
  const trouble = new TroubleLines();
  const result = await shell(input.command, {
    ...shellOptions(bench, input.cwd),
    timeoutMs,
    signal: context.signal,
    onOutput: (chunk) => {
      trouble.push(chunk);
      context.onProgress?.(plainText(chunk.toString('utf8')));
    },
  });
  const shown = showOutput(result, trouble);
  if (shown.isWhole) {
    await unlink(result.log);
  }
  const tests = bench.readTests({
    command: input.command,
    output: plainText(`${result.head}\n${result.tail}`),
    length: shown.isWhole && result.lines <= SHORT_LINES ? 'short' : 'long',
  });
  const first = statusLine(result, { timeoutMs, counts: tests?.counts });
  return {
    ok: !result.timedOut && !result.aborted && !result.overflowed && !result.filled,
    facts: factsOf(result),
    text: [first, ...(tests?.lines ? [tests.lines, 'output:'] : []), shown.text].join('\n'),
  };
}
