import { useLayoutEffect, useState } from 'preact/hooks';

export const VIEWS = ['overview', 'plan', 'timeline', 'cost', 'requirements', 'events'] as const;
export type View = (typeof VIEWS)[number];
export const TABS = ['summary', 'diff', 'check', 'review', 'transcript'] as const;
export type Tab = (typeof TABS)[number];

/** What is looked at. Kept in the address behind the `#`, so that it can be gone back to. */
export type Route =
  | { readonly at: 'runs' }
  | { readonly at: 'view'; readonly run: string; readonly view: View }
  | {
      readonly at: 'checkpoint';
      readonly run: string;
      readonly id: string;
      /** Number of the attempt; null for the last one. */
      readonly attempt: number | null;
      readonly tab: Tab;
    }
  | { readonly at: 'conversation'; readonly run: string; readonly name: string };

function parse(hash: string): Route {
  const [run = '', view = '', a = '', b = '', c = ''] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decoded);
  if (run === '') {
    return { at: 'runs' };
  }
  if (view === 'checkpoint') {
    const tab = TABS.find((t) => t === c) ?? 'summary';
    return { at: 'checkpoint', run, id: a, attempt: /^\d+$/.test(b) ? Number(b) : null, tab };
  }
  if (view === 'conversation') {
    return { at: 'conversation', run, name: a };
  }
  return { at: 'view', run, view: VIEWS.find((v) => v === view) ?? 'overview' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Of an attempt the last one, where none is named. */
export const toCheckpoint = (run: string, id: string, tab: Tab = 'summary', attempt?: number): string =>
  hash([run, 'checkpoint', id, attempt === undefined ? 'last' : String(attempt), tab]);
export const toView = (run: string, view: View): string => hash([run, view]);
export const toConversation = (run: string, name: string): string => hash([run, 'conversation', name]);

const hash = (parts: readonly string[]): string => `#/${parts.map(encodeURIComponent).join('/')}`;

export const go = (to: string): void => {
  window.location.hash = to;
};

/** What the address names at this very moment: it changes earlier than the page is drawn anew. */
export const here = (): Route => parse(window.location.hash);

export function useRoute(): Route {
  const [route, setRoute] = useState(here);
  useLayoutEffect(() => {
    const read = (): void => setRoute(here());
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return route;
}
