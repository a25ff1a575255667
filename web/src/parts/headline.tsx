import { count, dollars, money, took, tokens } from '../../../src/view/figures.ts';
import { atRest, elapsed } from '../../../src/view/watch.ts';
import { ENDED, landedOf } from '../../../src/view/words.ts';
import { useNow } from '../run-state.ts';
import type { Shown } from './shown.ts';
import { lookOf, LOOKS } from '../../../src/view/page/place.ts';
import { StateIcon } from './state.tsx';
import { Bar } from './text.tsx';

/** Where it stands, in a word and a sentence. */
function standing({ state }: Shown): {
  readonly word: string;
  readonly tone: string;
  readonly detail: string;
} {
  const { run } = state.story;
  if (run.at === 'ended' && run.ending) {
    const { text, tone } = ENDED[run.ending.outcome];
    return { word: text, tone: tone ?? 'good', detail: run.ending.detail };
  }
  if (run.paused) {
    return { word: 'paused', tone: 'warn', detail: run.paused.detail };
  }
  return { word: WORDS[run.at], tone: 'accent', detail: '' };
}

const WORDS = {
  new: 'beginning',
  baseline: 'checking the base',
  planning: 'planning',
  approving: 'waiting for your approval of the plan',
  working: 'at work',
  ended: 'over',
} as const;

/** Where the run stands: its state, what has landed, time and money against their limits. */
export function Figures({ shown }: { readonly shown: Shown }) {
  const { seen, run } = shown.state.story;
  const now = useNow(shown.state.live && !atRest(run));
  const { word, tone, detail } = standing(shown);
  const by = LOOKS.map(([look, name]) => ({
    look,
    name,
    of: run.progress.filter((p) => lookOf(p) === look).length,
  })).filter(({ of }) => of > 0);
  const { budget } = run.settings;
  const unknown = run.spent.calls > 0 && run.spent.unpriced === run.spent.calls;
  const [landed, all] = landedOf(run).split(' of ');
  return (
    <section class="card figures" aria-label="Where it stands">
      <p class="standing">
        <span class={`pill tone-${tone}`}>{word}</span> {detail}
      </p>
      <Bar parts={by.map(({ look, of }) => ({ of, class: `fill-${look}` }))} />
      <p class="legend">
        {by.map(({ look, name, of }) => (
          <span key={look}>
            <StateIcon look={look} /> {of} {look === 'work' && atRest(run) ? 'in hand' : name}
          </span>
        ))}
        {by.length === 0 && <span class="soft">no plan yet</span>}
      </p>
      <dl class="stats">
        <Stat name="Landed" value={run.progress.length === 0 ? '–' : (landed ?? '')}>
          {run.progress.length > 0 ? `of ${all ?? ''}` : ''}
        </Stat>
        <Stat name="Time at work" value={took(elapsed(seen, now))}>
          {run.settings.minutes === null ? '' : `of ${String(run.settings.minutes)} min`}
        </Stat>
        <Stat
          name="Spent"
          value={unknown ? 'unknown' : money(run.spent)}
          part={budget === null || unknown ? undefined : run.spent.usd / budget}
        >
          {unknown ? 'no price known' : budget === null ? 'no budget' : `of ${dollars(budget)}`}
        </Stat>
        <Stat name="Tokens" value={tokens(run.spent.input + run.spent.output)}>
          {count(run.spent.calls, 'call')}
        </Stat>
      </dl>
    </section>
  );
}

type StatProps = {
  readonly name: string;
  readonly value: string;
  readonly children: string;
  /** How much of what there is has been used, from 0 to 1. */
  readonly part?: number | undefined;
};

const Stat = ({ name, value, children, part }: StatProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <strong>{value}</strong> <span class="soft">{children}</span>
      {part !== undefined && (
        <Bar
          parts={[
            { of: Math.min(1, part), class: part > 0.9 ? 'fill-blocked' : 'fill-work' },
            { of: Math.max(0, 1 - part), class: 'fill-rest' },
          ]}
        />
      )}
    </dd>
  </div>
);
