import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { atRest } from '../../src/view/watch.ts';
import { useKeys } from './keys.ts';
import { Side } from './parts/side.tsx';
import { here, type Route } from './route.ts';
import type { Shown } from './parts/shown.ts';
import { useRun } from './run-state.ts';
import type { Source } from './source.ts';
import { CheckpointPage } from './views/checkpoint.tsx';
import { Conversation } from './views/conversation.tsx';
import { Cost } from './views/cost.tsx';
import { Events } from './views/events.tsx';
import { Overview } from './views/overview.tsx';
import { PlanView } from './views/plan.tsx';
import { Requirements } from './views/requirements.tsx';
import { Found } from './views/found.tsx';
import { Timeline } from './views/timeline.tsx';

type RunRoute = Exclude<Route, { at: 'runs' }>;

export function RunPage({ source, route }: { readonly source: Source; readonly route: RunRoute }) {
  const state = useRun(source, route.run);
  const [asked, setAsked] = useState({ at: '', query: '' });
  const main = useRef<HTMLElement>(null);
  const shown: Shown = { source, state, run: route.run };
  const place = JSON.stringify(route);
  // A search belongs to the place where it was typed, drawn or not yet: going elsewhere leaves it.
  const addressed = JSON.stringify(here());
  const query = asked.at === addressed ? asked.query : '';
  const search = (text: string): void => setAsked({ at: JSON.stringify(here()), query: text });
  useKeys(state.story, route.run);
  const { title } = state.story.run;
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [place]);
  useEffect(() => {
    document.title = [nameOf(route), title, 'orchestrate'].filter(Boolean).join(' · ');
  }, [place, title]);
  useArrival(main, route);
  const skip = (event: Event): void => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <div class={`frame ${atRest(state.story.run) ? 'at-rest' : ''}`}>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <Side shown={shown} route={route} query={query} onQuery={search} />
      <main id="main" ref={main} tabIndex={-1}>
        {state.trouble !== null && (
          <p class="trouble" role="status">
            {state.trouble}
          </p>
        )}
        {state.story.entries.length === 0 ? (
          <p class="soft">{state.trouble === null ? 'Reading the run …' : ''}</p>
        ) : query === '' ? (
          <Content shown={shown} route={route} />
        ) : (
          <Found shown={shown} query={query} />
        )}
      </main>
    </div>
  );
}

/** As tabs and a history of the browser name it. */
function nameOf(route: RunRoute): string {
  switch (route.at) {
    case 'checkpoint':
      return `${route.id} ${route.tab}`;
    case 'conversation':
      return route.name;
    case 'view':
      return route.view;
  }
}

/** Whoever has gone to another place reads and tabs on from its heading; whoever types, or goes from tab to tab, stays. */
function useArrival(main: { readonly current: HTMLElement | null }, route: RunRoute): void {
  const subject = route.at === 'checkpoint' ? route.id : nameOf(route);
  const last = useRef(subject);
  useLayoutEffect(() => {
    const heading = main.current?.querySelector('h1');
    if (last.current !== subject && heading && !(document.activeElement instanceof HTMLInputElement)) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    last.current = subject;
  }, [subject]);
}

function Content({ shown, route }: { readonly shown: Shown; readonly route: RunRoute }) {
  switch (route.at) {
    case 'checkpoint':
      return <CheckpointPage shown={shown} route={route} key={route.id} />;
    case 'conversation':
      return <Conversation shown={shown} name={route.name} key={route.name} />;
    case 'view': {
      const Shows = VIEW[route.view];
      return <Shows shown={shown} />;
    }
  }
}

const VIEW = {
  overview: Overview,
  plan: PlanView,
  timeline: Timeline,
  cost: Cost,
  requirements: Requirements,
  events: Events,
};
