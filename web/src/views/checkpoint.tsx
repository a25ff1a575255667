import type { AttemptFact } from '../../../src/view/report.ts';
import { money, took } from '../../../src/view/figures.ts';
import { spendOf } from '../../../src/view/spend-fact.ts';
import { fateOf, type OfAttempt } from '../parts/attempt.ts';
import { lookOf, wordOf } from '../../../src/view/page/place.ts';
import { StateIcon } from '../parts/state.tsx';
import { go, TABS, toCheckpoint, type Route, type Tab } from '../route.ts';
import type { Shown } from '../parts/shown.ts';
import { Checks } from './checks.tsx';
import { DiffTab } from './diff.tsx';
import { Reviews } from './reviews.tsx';
import { Summary } from './summary.tsx';
import { Transcripts } from './transcripts.tsx';

type At = Extract<Route, { at: 'checkpoint' }>;
const NAMES: Readonly<Record<Tab, string>> = {
  summary: 'Summary',
  diff: 'Diff',
  check: 'Check',
  review: 'Review',
  transcript: 'Transcript',
};
const SHOWS = { summary: Summary, diff: DiffTab, check: Checks, review: Reviews, transcript: Transcripts };

export function CheckpointPage({ shown, route }: { readonly shown: Shown; readonly route: At }) {
  const { story } = shown.state;
  const p = story.run.progress.find((q) => q.checkpoint.id === route.id);
  const fact = story.factOf(route.id);
  if (!p || !fact) {
    return (
      <div class="page-head">
        <h1>No checkpoint {route.id}</h1>
        <p class="soft">This run has none by that name. The list holds those there are.</p>
      </div>
    );
  }
  const attempt = route.attempt === null ? fact.attempts.at(-1) : fact.attempts[route.attempt - 1];
  const Shows = SHOWS[route.tab];
  return (
    <>
      <div class="page-head">
        <h1>
          <StateIcon look={lookOf(p)} /> <span class="id">{fact.id}</span> {fact.title}
        </h1>
        <p class="soft">
          {wordOf(p, story.run)} · {fact.difficulty}
          {fact.after.length > 0 ? ` · after ${fact.after.join(', ')}` : ''}
          {fact.attempts.length > 0 ? ` · ${took(fact.ms)} · ${money(spendOf(fact.spent))}` : ''}
        </p>
      </div>
      {fact.attempts.length > 1 && (
        <AttemptChoice shown={shown} fact={fact} route={route} attempt={attempt} />
      )}
      <nav class="tabs" aria-label="Parts of the checkpoint">
        {TABS.map((tab) => (
          <a
            key={tab}
            href={toCheckpoint(shown.run, fact.id, tab, route.attempt ?? undefined)}
            aria-current={route.tab === tab ? 'page' : undefined}
          >
            {NAMES[tab]}
            <Count of={countIn(tab, attempt)} />
          </a>
        ))}
      </nav>
      <Shows shown={shown} fact={fact} attempt={attempt} key={attempt?.id ?? ''} />
    </>
  );
}

const Count = ({ of }: { readonly of: number }) => (of > 0 ? <span class="count">{of}</span> : null);

function countIn(tab: Tab, attempt: AttemptFact | undefined): number {
  switch (tab) {
    case 'diff':
      return attempt?.changed.length ?? 0;
    case 'check':
      return attempt?.checks.at(-1)?.result.tests?.failed ?? 0;
    case 'review':
      return (attempt?.reviews ?? []).reduce((sum, { findings }) => sum + findings.length, 0);
    case 'summary':
    case 'transcript':
      return 0;
  }
}

type ChoiceProps = OfAttempt & { readonly route: At };

function AttemptChoice({ shown, fact, route, attempt }: ChoiceProps) {
  const current = attempt ? fact.attempts.indexOf(attempt) : -1;
  return (
    <p class="attempts">
      {fact.attempts.map((a, i) => (
        <button
          key={a.id}
          class="button"
          type="button"
          aria-pressed={i === current}
          onClick={() => go(toCheckpoint(shown.run, fact.id, route.tab, i + 1))}
        >
          Attempt {i + 1} <span class="soft">{fateOf(a)}</span>
        </button>
      ))}
    </p>
  );
}
