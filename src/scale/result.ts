import { z } from 'zod';
import { Event } from '../domain/event.ts';

/** Its name beside transcripts and logs in the commit of a result. */
export const OUTCOME = 'outcome.json';
/** Stands for the folder of logs, which is another one on each machine. */
const LOGS = '$LOGS';

/** What came of a piece of work: its one outcome, and the calls that it took in their order. */
export const Outcome = z.strictObject({ event: Event, calls: z.array(Event) });
export type Outcome = z.infer<typeof Outcome>;

export const outcomeFile = (outcome: Outcome, logs: string): readonly [string, Uint8Array] => [
  OUTCOME,
  Buffer.from(JSON.stringify(outcome, (_, value: unknown) => moved(value, logs, LOGS))),
];

/** Throws where it is missing or cannot be understood. */
export const readOutcome = (bytes: Buffer, logs: string): Outcome =>
  Outcome.parse(JSON.parse(bytes.toString('utf8'), (_, value: unknown) => moved(value, LOGS, logs)));

/** Paths that begin with one folder as paths that begin with another. */
const moved = (value: unknown, from: string, to: string): unknown =>
  typeof value === 'string' && value.startsWith(`${from}/`) ? `${to}${value.slice(from.length)}` : value;

/** The commit that an outcome speaks of, where it is new. */
export function workOf(event: Event): string | null {
  if (event.type === 'attempt.submitted') {
    return event.changed.length > 0 ? event.commit : null;
  }
  return event.type === 'attempt.failed' || event.type === 'attempt.asked' ? event.commit : null;
}
