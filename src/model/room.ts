import type { Usage } from '../domain/usage.ts';
import type { ModelEntry } from './entry.ts';
import type { Gate } from './gate.ts';
import type { LessonBook } from './lessons.ts';
import type { Meter } from './meter.ts';
import type { CompleteOptions, Request } from './model.ts';
import type { RetryPolicy, Tries } from './retry.ts';
import type { Transport } from './transport/client.ts';
import type { Patience } from './transport/watch.ts';
import type { OnWait } from './wait.ts';

/** What all calls of one model share. */
export type Room = {
  readonly entry: ModelEntry;
  readonly transport: Transport;
  readonly gate: Gate;
  readonly lessons: LessonBook;
  readonly key: string;
  readonly retries: RetryPolicy;
  readonly patience: Patience;
  readonly meter: Meter;
  readonly random: () => number;
  readonly onWait: OnWait;
};

/** One call and what has happened to it so far. */
export type Call = {
  readonly request: Request;
  readonly options: CompleteOptions;
  tries: Tries;
  readonly learned: string[];
  discarded: Usage | undefined;
};
