import { useEffect, useRef, useState } from 'preact/hooks';
import { Story } from '../../src/view/page/story.ts';
import type { Source } from './source.ts';

/** A run as far as it has come in. `version` changes whenever it has grown: the story itself is one and the same. */
export type RunState = {
  readonly story: Story;
  readonly version: number;
  /** Whether more may come. */
  readonly live: boolean;
  /** Why nothing comes, or why an event cannot be read; null while all is well. */
  readonly trouble: string | null;
};

/** Between two drawings while events pour in. */
const PAUSE_MS = 120;

const fresh = (): RunState => ({ story: new Story(), version: 0, live: true, trouble: null });

/** Follows a run, and draws at most so often that a person can still work with the page meanwhile. */
export function useRun(source: Source, run: string): RunState {
  const [state, setState] = useState(fresh);
  const timer = useRef(0);
  useEffect(() => {
    const story = new Story();
    let now: RunState = { ...fresh(), story };
    const show = (change: Partial<RunState>): void => {
      now = { ...now, ...change, version: now.version + 1 };
      timer.current ||= window.setTimeout(() => {
        timer.current = 0;
        setState(now);
      }, PAUSE_MS);
    };
    setState(now);
    const stop = source.follow(run, {
      page: (entries) => {
        try {
          story.add(entries);
          show({});
        } catch (error) {
          show({ trouble: unreadable(story, error) });
        }
      },
      end: () => show({ live: false }),
      trouble: (trouble) => show({ trouble }),
    });
    return () => {
      stop();
      window.clearTimeout(timer.current);
      timer.current = 0;
    };
  }, [source, run]);
  return state;
}

const unreadable = (story: Story, error: unknown): string =>
  `Event ${String(story.entries.length)} cannot be read by this page: ${error instanceof Error ? error.message : ''}`;

/** The time, kept up while something is under way. */
export function useNow(ticks: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!ticks) {
      return undefined;
    }
    const timer = window.setInterval(() => setNow(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, [ticks]);
  return now;
}
