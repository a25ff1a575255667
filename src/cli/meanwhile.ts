import { decide } from '../domain/decide.ts';
import type { Event } from '../domain/event.ts';
import type { Run } from '../domain/run.ts';

export type Meanwhile = {
  /** Events after which something may wait: the run is read for no other. */
  readonly after: readonly Event['type'][];
  /** The run as it is recorded. */
  readonly current: () => Promise<Run>;
  /** Calls the person, with what waits, in words. */
  readonly call: (run: Run, waits: string) => Promise<void>;
};

/**
 * Calls a person once for each checkpoint that begins to wait for them while the rest goes on. Where nothing goes on, the
 * run comes to rest and calls by itself. Give it each event after it was recorded.
 */
export function callingMeanwhile({ after, current, call }: Meanwhile): (event: Event) => Promise<void> {
  const told = new Set<string>();
  return async ({ type }) => {
    if (!after.includes(type)) {
      return;
    }
    const run = await current();
    const fresh = goesOn(run) ? waitsOf(run).filter(({ key }) => !told.has(key)) : [];
    fresh.forEach(({ key }) => told.add(key));
    if (fresh.length > 0) {
      await call(run, fresh.map(({ words }) => words).join('; '));
    }
  };
}

const goesOn = (run: Run): boolean => decide(run).some((command) => command.do !== 'pause');

const waitsOf = ({ progress }: Run) =>
  progress.flatMap((p) => {
    const { id } = p.checkpoint;
    switch (p.at) {
      case 'asking':
        return [{ key: `${id} asks ${String(p.started)}`, words: `${id} asks: ${p.question}` }];
      case 'approving':
        return [{ key: `${id} waits ${p.attempt}`, words: `${id} waits for your approval` }];
      case 'todo':
      case 'coding':
      case 'checking':
      case 'guarding':
      case 'reviewing':
      case 'landing':
      case 'landed':
      case 'blocked':
      case 'replaced':
        return [];
    }
  });
