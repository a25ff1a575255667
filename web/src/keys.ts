import { useLayoutEffect } from 'preact/hooks';
import type { Story } from '../../src/view/page/story.ts';
import { useLatest } from './latest.ts';
import { go, here, TABS, toCheckpoint, toView, VIEWS, type Route } from './route.ts';

/** Every key of the page, and what it does: the help lists exactly these. */
export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['j k', 'next and previous checkpoint'],
  ['1 … 6', 'the views, in the order of the list'],
  ['← →', 'at a checkpoint: summary, diff, check, review, transcript'],
  ['[ ]', 'at a checkpoint: earlier and later attempt'],
  ['/', 'search'],
  ['s', 'diffs side by side, or as one column'],
  ['t', 'theme: as the system has it, light, dark'],
  ['?', 'this list'],
  ['Esc', 'leave the search, close this list'],
];

/** What the keys ask of parts that are elsewhere on the page. */
export const ASK = {
  search: 'ask-search',
  sides: 'ask-sides',
  theme: 'ask-theme',
  help: 'ask-help',
} as const;
export const ask = (what: string): boolean => window.dispatchEvent(new Event(what));

/** Calls back whenever a key asks for it. */
export function useAsked(what: string, does: () => void): void {
  const latest = useLatest(does);
  useLayoutEffect(() => {
    const call = (): void => latest.current();
    window.addEventListener(what, call);
    return () => window.removeEventListener(what, call);
  }, [what]);
}

type RunRoute = Exclude<Route, { at: 'runs' }>;

/** A key acts upon what the address names when it is pressed, however far the page has come with drawing it. */
export function useKeys(story: Story, run: string): void {
  const latest = useLatest(story);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const route = here();
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isScrolling(event)) {
        return;
      }
      if (route.at !== 'runs' && route.run === run && act(event.key, latest.current, route)) {
        event.preventDefault();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [run]);
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLElement && target.closest('dialog') !== null);

/** Within what is wider than its frame, the arrows show the rest of it. */
const isScrolling = ({ key, target }: KeyboardEvent): boolean =>
  key.startsWith('Arrow') &&
  target instanceof HTMLElement &&
  target.closest('[role=region]') === target &&
  target.scrollWidth > target.clientWidth;

const ASKS: Readonly<Record<string, string>> = { '/': ASK.search, s: ASK.sides, t: ASK.theme, '?': ASK.help };

function act(key: string, story: Story, route: RunRoute): boolean {
  const view = VIEWS[Number(key) - 1];
  if (view) {
    go(toView(route.run, view));
    return true;
  }
  const asks = ASKS[key];
  if (asks !== undefined) {
    ask(asks);
    return true;
  }
  const step = STEPS[key];
  return step === undefined ? false : step(story, route);
}

const byCheckpoint =
  (by: number) =>
  (story: Story, route: RunRoute): boolean => {
    const ids = story.run.progress.map((p) => p.checkpoint.id);
    const at = route.at === 'checkpoint' ? ids.indexOf(route.id) : by > 0 ? -1 : ids.length;
    const id = ids[at + by];
    if (id !== undefined) {
      go(toCheckpoint(route.run, id, route.at === 'checkpoint' ? route.tab : 'summary'));
    }
    return true;
  };

const byTab =
  (by: number) =>
  (_: Story, route: RunRoute): boolean => {
    const tab = route.at === 'checkpoint' ? TABS[TABS.indexOf(route.tab) + by] : undefined;
    if (route.at === 'checkpoint' && tab) {
      go(toCheckpoint(route.run, route.id, tab, route.attempt ?? undefined));
    }
    return route.at === 'checkpoint';
  };

const byAttempt =
  (by: number) =>
  (story: Story, route: RunRoute): boolean => {
    if (route.at !== 'checkpoint') {
      return false;
    }
    const all = story.factOf(route.id)?.attempts.length ?? 0;
    const next = (route.attempt ?? all) + by;
    if (next >= 1 && next <= all) {
      go(toCheckpoint(route.run, route.id, route.tab, next));
    }
    return true;
  };

const STEPS: Readonly<Record<string, (story: Story, route: RunRoute) => boolean>> = {
  j: byCheckpoint(1),
  k: byCheckpoint(-1),
  ArrowRight: byTab(1),
  ArrowLeft: byTab(-1),
  ']': byAttempt(1),
  '[': byAttempt(-1),
};
