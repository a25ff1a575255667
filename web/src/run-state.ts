import { useEffect, useRef, useState } from 'preact/hooks';
import { Story } from '../../src/view/page/story.ts';
import type { Entry } from '../../src/view/watch.ts';
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
/** As long as the page may be busy at a stretch with what comes in, and how many events it takes at a time. */
const STRETCH_MS = 25;
const BITE = 100;

/** Before it is first asked whether a program works on the run, and between two times. */
const ASK_SOON_MS = 500;
const ASK_MS = 5_000;

const fresh = (): RunState => ({ story: new Story(), version: 0, live: true, trouble: null });

/** Follows a run, and draws at most so often that a person can still work with the page meanwhile. */
export function useRun(source: Source, run: string): RunState {
  const [state, setState] = useState(fresh);
  const timer = useRef(0);
  useEffect(() => {
    const story = new Story();
    let now: RunState = { ...fresh(), story };
    const waiting: Entry[] = [];
    let reading = 0;
    let over = false;
    const show = (change: Partial<RunState>): void => {
      now = { ...now, ...change, version: now.version + 1 };
      timer.current ||= window.setTimeout(() => {
        timer.current = 0;
        setState(now);
      }, PAUSE_MS);
    };
    setState(now);
    const read = (): void => {
      reading = 0;
      try {
        const until = performance.now() + STRETCH_MS;
        while (waiting.length > 0 && performance.now() < until) {
          story.add(waiting.splice(0, BITE));
        }
        const ready = waiting.length > 0 || story.prepare(until);
        if (ready) {
          show({ live: !over || waiting.length > 0 });
        }
        if (waiting.length > 0 || !ready) {
          reading = window.setTimeout(read);
        }
      } catch (error) {
        waiting.length = 0;
        show({ trouble: unreadable(story, error) });
      }
    };
    // Events do not tell that their program is gone: it is asked for as long as more of them may come.
    let asking = 0;
    const ask = async (): Promise<void> => {
      asking = over ? 0 : window.setTimeout(() => void ask(), ASK_MS);
      const worked = await source.worked(run).catch(() => story.worked);
      if (worked !== story.worked) {
        story.worked = worked;
        show({});
      }
    };
    asking = window.setTimeout(() => void ask(), ASK_SOON_MS);
    const stop = source.follow(run, {
      page: (entries) => {
        waiting.push(...entries);
        reading ||= window.setTimeout(read);
      },
      end: () => {
        over = true;
        window.clearTimeout(asking);
        asking = window.setTimeout(() => void ask());
        reading ||= window.setTimeout(read);
      },
      trouble: (trouble) => show({ trouble }),
    });
    return () => {
      stop();
      window.clearTimeout(reading);
      window.clearTimeout(asking);
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
