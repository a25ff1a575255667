import { useRef, useState } from 'preact/hooks';
import { landedOf } from '../../../src/view/words.ts';
import type { Run } from '../../../src/domain/run.ts';
import { ask, ASK, useAsked } from '../keys.ts';
import { toCheckpoint, toView, VIEWS, type Route, type View } from '../route.ts';
import type { Shown } from './shown.ts';
import { lookOf, wordOf } from '../../../src/view/page/place.ts';
import { StateIcon } from './state.tsx';
import { ThemeButton } from './theme.tsx';
import { Virtual } from './virtual.tsx';

const NAMES: Readonly<Record<View, string>> = {
  overview: 'Overview',
  plan: 'Plan',
  timeline: 'Timeline',
  cost: 'Cost',
  requirements: 'Requirements',
  events: 'Events',
};
const ROW = 34;

type SideProps = {
  readonly shown: Shown;
  readonly route: Exclude<Route, { at: 'runs' }>;
  readonly query: string;
  readonly onQuery: (query: string) => void;
};

export function Side({ shown, route, query, onQuery }: SideProps) {
  const { source, state, run } = shown;
  const { progress } = state.story.run;
  const at = route.at === 'checkpoint' ? progress.findIndex((p) => p.checkpoint.id === route.id) : -1;
  return (
    <header class="side">
      <div class="side-head">
        <span class="brand">orchestrate</span>
        {source.only === null && (
          <a class="quiet" href="#/">
            All runs
          </a>
        )}
        <ThemeButton />
        <button
          class="icon-button"
          type="button"
          onClick={() => ask(ASK.help)}
          aria-label="Keys"
          title="Keys (?)"
        >
          ?
        </button>
      </div>
      <Search query={query} onQuery={onQuery} />
      <nav aria-label="Views" class="views">
        {VIEWS.map((view) => (
          <a
            key={view}
            href={toView(run, view)}
            aria-current={route.at === 'view' && route.view === view ? 'page' : undefined}
          >
            {NAMES[view]}
          </a>
        ))}
      </nav>
      {progress.length > 0 && (
        <nav aria-label="Checkpoints" class="checkpoints">
          <Filterable of={state.story.run} run={run} at={at} />
        </nav>
      )}
    </header>
  );
}

type ListProps = { readonly of: Run; readonly run: string; readonly at: number };

function Filterable({ of, run, at }: ListProps) {
  const { progress } = of;
  const [open, setOpen] = useState(false);
  return (
    <>
      <button class="side-title" type="button" aria-expanded={open} onClick={() => setOpen((now) => !now)}>
        Checkpoints
        <span class="soft">{landedOf(of)} landed</span>
      </button>
      <Virtual
        class={open ? 'open' : ''}
        items={progress}
        height={ROW}
        label="Checkpoints"
        keep={at}
        row={(p) => (
          <a
            class="side-row"
            href={toCheckpoint(run, p.checkpoint.id)}
            aria-current={progress[at] === p ? 'page' : undefined}
          >
            <StateIcon look={lookOf(p)} />
            <span class="id">{p.checkpoint.id}</span>
            <span class="cut">{p.checkpoint.title}</span>
            <span class="hidden">{wordOf(p, of)}</span>
          </a>
        )}
      />
    </>
  );
}

function Search({ query, onQuery }: Pick<SideProps, 'query' | 'onQuery'>) {
  const field = useRef<HTMLInputElement>(null);
  useAsked(ASK.search, () => field.current?.focus());
  return (
    <div class="search" role="search">
      <input
        ref={field}
        type="search"
        value={query}
        placeholder="Search"
        aria-label="Search checkpoints and events"
        onInput={({ currentTarget }) => onQuery(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') {
            onQuery('');
            currentTarget.blur();
          }
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}
