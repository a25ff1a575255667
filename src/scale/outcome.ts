import type { Command } from '../domain/decide.ts';
import type { Event } from '../domain/event.ts';
import { labelsOf } from '../domain/labels.ts';
import type { Sent } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import { inState, progressOf } from '../run/start.ts';
import type { Travelling } from './bring-home.ts';
import { SKEW } from './job.ts';

/** What is with another machine already, of the work that a command asks for. */
export function sentOf(run: Run, { do: work, attempt }: Travelling): Sent | undefined {
  return work === 'code' ? inState(run, attempt, 'coding').sent : inState(run, attempt, 'checking').sent;
}

/** An attempt that is to be left off while its coder is on another machine. */
export function leftElsewhere(run: Run, command: Command): { attempt: string; sent: Sent } | undefined {
  const p = command.do === 'stop' ? progressOf(run, command.attempt) : undefined;
  return p?.at === 'coding' && p.sent ? { attempt: p.attempt, sent: p.sent } : undefined;
}

/** What a worker must have to do it. */
export const labelsFor = (run: Run, { attempt }: Travelling): readonly string[] =>
  labelsOf(progressOf(run, attempt).checkpoint, run.settings);

/** The commits that a piece of work needs. */
export function standsOn(run: Run, { do: work, attempt }: Travelling): { base: string; tip: string } {
  if (work === 'code') {
    const { base, from } = inState(run, attempt, 'coding');
    return { base, tip: from };
  }
  const { base, commit } = inState(run, attempt, 'checking');
  return { base, tip: commit };
}

/** What it means that no worker could do it: nobody's fault here, and told as it was said. */
export function failed(reason: string, run: Run, { do: work, attempt }: Travelling): Event {
  if (reason.startsWith(SKEW)) {
    const detail = `${reason}. Bring both to one version, then go on: orchestrate resume`;
    return { type: 'run.paused', reason: 'environment', detail };
  }
  const detail = `The workers could not do it: ${reason}`;
  if (work === 'code') {
    return { type: 'attempt.failed', attempt, failure: 'environment', detail, commit: null };
  }
  return {
    type: 'check.ran',
    attempt,
    commit: inState(run, attempt, 'checking').commit,
    result: {
      status: 'environment',
      command: run.settings.check.join(' && '),
      exitCode: null,
      signal: null,
      ms: 0,
      tail: detail,
      log: '',
    },
  };
}
