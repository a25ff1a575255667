import type { Carried, Detail, RunCard } from '../../src/view/page/detail.ts';
import type { Entry } from '../../src/view/watch.ts';

export type Listener = {
  /** The next events, in order. */
  readonly page: (entries: readonly Entry[]) => void;
  /** No more will come. */
  readonly end: () => void;
  /** Why nothing comes just now; null once it does again. */
  readonly trouble: (words: string | null) => void;
};

/** Where the page gets a run from: a server beside the program, or the file that it is itself. */
export type Source = {
  readonly runs: () => Promise<readonly RunCard[]>;
  /** Gives the function that ends it. */
  readonly follow: (run: string, listener: Listener) => () => void;
  /** Whether a program works on the run right now. */
  readonly worked: (run: string) => Promise<boolean>;
  readonly detail: (run: string, key: string) => Promise<Detail | null>;
  /** The only run that there is; null where there may be others. */
  readonly only: string | null;
  /** Diffs, transcripts and logs that there was no room for. */
  readonly left: number;
};

/** The file's own data where it carries some, else the server that the page came from. */
export async function openSource(): Promise<Source> {
  const carried = document.querySelector('#carried')?.textContent;
  return carried === undefined ? served : carriedSource(await unpack(carried));
}

/** Our own program wrote it: the one place where what comes in is taken on trust. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters
const trusted = <T>(value: unknown): T => value as T;

async function unpack(text: string): Promise<Carried> {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return trusted(await new Response(stream).json());
}

const PAGE = 2_000;

function carriedSource({ run, lines, details, left }: Carried): Source {
  return {
    only: run,
    left,
    runs: async () => Promise.resolve([]),
    follow: (_, listener) => {
      let at = 0;
      let timer = 0;
      const next = (): void => {
        listener.page(trusted(lines.slice(at, at + PAGE)));
        at += PAGE;
        if (at < lines.length) {
          timer = window.setTimeout(next);
        } else {
          listener.end();
        }
      };
      next();
      return () => window.clearTimeout(timer);
    },
    worked: async () => Promise.resolve(false),
    detail: async (_, key) => Promise.resolve(details[key] ?? null),
  };
}

const address = (run: string, what: string): string => `api/runs/${encodeURIComponent(run)}/${what}`;

const served: Source = {
  only: null,
  left: 0,
  runs: async () => trusted(await (await fetch('api/runs')).json()),
  worked: async (run) => trusted(await (await fetch(address(run, 'worked'))).json()),
  detail: async (run, key) => {
    const response = await fetch(address(run, key));
    return response.ok ? trusted<Detail>(await response.json()) : null;
  },
  follow: (run, listener) => {
    const events = new EventSource(address(run, 'events'));
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      listener.page(trusted(JSON.parse(data)));
    });
    events.addEventListener('open', () => listener.trouble(null));
    events.addEventListener('end', () => {
      events.close();
      listener.end();
    });
    events.addEventListener('error', () => {
      const gone = events.readyState === EventSource.CLOSED;
      listener.trouble(
        gone
          ? 'This run cannot be read: it may have been cleaned away.'
          : 'The page lost its program. Start it again: orchestrate ui',
      );
    });
    return () => events.close();
  },
};
