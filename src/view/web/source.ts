import type { Detail, RunCard } from '../page/detail.ts';
import type { Entry } from '../watch.ts';

export type Following = {
  /** Number of the first event that is wanted. */
  readonly from: number;
  readonly signal: AbortSignal;
};

/** Where the page's server gets what it shows; it reads nothing by itself. */
export type PageSource = {
  /** The newest runs first. */
  runs(): Promise<readonly RunCard[]>;
  /** The events of a run in pages, then each as it comes, until the run has ended; null for a run that is not there. */
  follow(run: string, following: Following): Promise<AsyncIterable<readonly Entry[]> | null>;
  /** Whether a program works on this very run at this moment. */
  worked(run: string): Promise<boolean>;
  /** A diff, a transcript or a log; null where there is none of that key. */
  detail(run: string, key: string): Promise<Detail | null>;
  /** A text as it may be shown: without secrets. */
  redact(text: string): string;
};

/** The built page by name: `index.html` and what it loads. */
export type PageFiles = ReadonlyMap<string, Buffer>;
