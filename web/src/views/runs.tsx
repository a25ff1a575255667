import { useEffect, useState } from 'preact/hooks';
import type { RunCard } from '../../../src/view/page/detail.ts';
import { toView } from '../route.ts';
import type { Source } from '../source.ts';

export function Runs({ source }: { readonly source: Source }) {
  const [runs, setRuns] = useState<readonly RunCard[] | null>(null);
  useEffect(() => {
    document.title = 'orchestrate';
    source.runs().then(setRuns, () => setRuns([]));
  }, [source]);
  return (
    <main class="runs">
      <h1>Runs of this repository</h1>
      {runs === null && <p class="soft">Reading …</p>}
      {runs?.length === 0 && <p class="soft">There is none yet. Start one: orchestrate spec.md</p>}
      <ul>
        {runs?.map((run) => (
          <li key={run.id}>
            <a class="card run-card" href={toView(run.id, 'overview')}>
              <span class="run-title">{run.title === '' ? run.id : run.title}</span>
              <span class={`pill state-${run.state.split(':')[0] ?? ''}`}>
                {run.state.replaceAll('_', ' ')}
              </span>
              <span class="soft">{run.id}</span>
              <span class="soft">
                {run.checkpoints > 0 ? `${String(run.landed)} of ${String(run.checkpoints)} landed · ` : ''}
                {run.spent}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
