import { noCheck, type CheckResult } from '../domain/check.ts';
import { joined } from '../domain/joined.ts';
import { faultsIn } from '../domain/runner/faults.ts';
import { checkStatus, hintOf } from '../domain/runner/read-output.ts';
import { tailOf } from '../domain/runner/tail.ts';
import { randomUUID } from 'node:crypto';
import { endMarked } from '../io/shell-leftovers.ts';
import type { Filter } from '../domain/redaction/stream.ts';
import { shell, type ShellResult } from '../io/shell.ts';
import { appendSmall } from '../io/small-file.ts';
import type { Wrap } from '../io/shell-begin.ts';
import { plainText } from '../io/text-terminal.ts';
import type { Window } from '../io/text-window.ts';
import { reported } from './check-report.ts';

export type Where = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Path of a log for the nth command. */
  readonly log: (n: number) => string;
  readonly filter?: () => Filter;
  /** What a command leaves running that has left its group, as daemons do: a setup may start a server that is needed. */
  readonly leftovers: 'end' | 'keep';
  readonly wrap?: Wrap | undefined;
  /** Whether the rest runs as well, given how the commands so far ended, the last of them red. Default: it does not. */
  readonly goesOn?: ((soFar: CheckResult) => boolean) | undefined;
};

const MARK = 'ORCHESTRATE_CHECK';

/** Runs the commands one after the other until one is red. Nothing to run is a result of its own. */
export async function runCheck(commands: readonly string[], where: Where): Promise<CheckResult> {
  let sum: CheckResult | undefined;
  for (const [i, command] of commands.entries()) {
    const result = await runOne(command, i + 1, where);
    sum = sum ? joined(sum, result) : result;
    if (result.status !== 'passed' && result.status !== 'no_evidence' && where.goesOn?.(sum) !== true) {
      return sum;
    }
  }
  return sum ?? noCheck;
}

async function runOne(command: string, n: number, where: Where): Promise<CheckResult> {
  const { cwd, timeoutMs, signal, wrap, filter } = where;
  const asked = await reported(command, where);
  const mark = randomUUID();
  const env = { ...asked.env, [MARK]: mark };
  const running = { cwd, env, timeoutMs, signal, log: where.log(n), keepBytes: KEPT };
  const ran = await shell(asked.command, {
    ...running,
    ...(wrap ? { wrap } : {}),
    ...(filter ? { filter } : {}),
  });
  if (where.leftovers === 'end') {
    await endMarked(MARK, mark);
  }
  signal.throwIfAborted();
  await tellNetwork(ran);
  const output = plainText(wholeOf(ran));
  const tests = await asked.tests(output);
  const { exitCode, timedOut } = ran;
  const end = { exitCode, signal: ran.signal, timedOut, output, command, tests };
  const hint = ran.filled ? FILLED : ran.overflowed ? ENDLESS : hintOf(end);
  const status = ran.overflowed || ran.filled ? 'killed' : checkStatus(end);
  return {
    status,
    command,
    exitCode,
    signal: ran.signal,
    ms: Math.round(ran.ms),
    ...(tests ? { tests } : {}),
    tail: [...(hint === undefined ? [] : [hint]), tailOf(output, TAIL)].join('\n'),
    log: ran.log,
    ...(status === 'failed' ? { faults: faultsIn(output, tests) } : {}),
    ...((status === 'timeout' || ran.overflowed || ran.filled) && hint !== undefined ? { hint } : {}),
  };
}

/** For an audit: no event tells of a setup that went well. */
async function tellNetwork({ log, confined }: ShellResult): Promise<void> {
  const lines = confined?.network ?? [];
  if (lines.length > 0) {
    await appendSmall(log, lines.map((line) => `[network: ${line}]\n`).join(''));
  }
}

const FILLED = 'It was ended: it put more on the disk than a command may.';

/** Bytes of the start and of the end that the test counts are read from. */
const KEPT = 2 * 1024 * 1024;

const wholeOf = ({ head, tail, omittedBytes }: Window): string =>
  omittedBytes > 0 ? `${head}\n[… ${String(omittedBytes)} bytes left out …]\n${tail}` : `${head}${tail}`;

const ENDLESS = 'It printed without an end and was stopped: more than 64 MiB came out of it.';

/** Characters of output that models and people are shown. */
const TAIL = 6_000;
