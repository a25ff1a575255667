import type { Progress } from '../../../src/domain/progress.ts';
import type { Run } from '../../../src/domain/run.ts';
import { steps } from '../../../src/view/ending.ts';
import { lookOf } from '../../../src/view/page/place.ts';
import { atRest } from '../../../src/view/watch.ts';
import { toCheckpoint } from '../route.ts';
import type { Shown } from './shown.ts';
import { StateIcon } from './state.tsx';

const MOST_REASONS = 12;

type ReasonsProps = {
  readonly title: string;
  readonly shown: Shown;
  readonly all: readonly Progress[];
  /** Nobody has to do anything about it. */
  readonly quiet?: true;
};

export function Reasons({ title, shown, all, quiet }: ReasonsProps) {
  return (
    <section class={`card ${quiet ? '' : 'call'}`}>
      <h2>{title}</h2>
      <ul class="plain reasons">
        {all.slice(0, MOST_REASONS).map((p) => (
          <li key={p.checkpoint.id}>
            <StateIcon look={lookOf(p)} />{' '}
            <a href={toCheckpoint(shown.run, p.checkpoint.id)}>
              {p.checkpoint.id} {p.checkpoint.title}
            </a>
            <p class="reason">{reasonOf(p)}</p>
          </li>
        ))}
      </ul>
      {all.length > MOST_REASONS && <p class="soft">and {all.length - MOST_REASONS} more</p>}
    </section>
  );
}

const reasonOf = (p: Progress): string =>
  p.at === 'blocked' ? p.reason : p.at === 'asking' ? p.question : 'accepted; it lands once you approve it';

/** What a person can type now: while the run is under way it needs nobody. */
export function Next({ run }: { readonly run: Run }) {
  const next = atRest(run) || run.at === 'approving' ? steps(run) : [];
  return next.length === 0 ? null : (
    <section class="card">
      <h2>What you can do next</h2>
      <dl class="steps">
        {next.map(({ command, does }) => (
          <div key={command}>
            <dt>
              <code>{command}</code>
            </dt>
            <dd class="soft">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
