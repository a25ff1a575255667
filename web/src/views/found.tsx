import { useMemo } from 'preact/hooks';
import { lookOf, wordOf } from '../../../src/view/page/place.ts';
import { StateIcon } from '../parts/state.tsx';
import { Virtual } from '../parts/virtual.tsx';
import { findCheckpoints, findTold } from '../../../src/view/page/find.ts';
import { toCheckpoint } from '../route.ts';
import type { Shown } from '../parts/shown.ts';
import { ToldLine } from './events.tsx';

const ROW = 30;
const MOST = 50;

/** What the search finds: checkpoints first, then what happened. */
export function Found({ shown, query }: { readonly shown: Shown; readonly query: string }) {
  const { story, version } = shown.state;
  const checkpoints = useMemo(() => findCheckpoints(story.run.progress, query), [version, query]);
  const told = useMemo(() => findTold(story.told, query), [version, query]);
  return (
    <div class="fill">
      <div class="page-head">
        <h1>Found</h1>
        <p class="soft" role="status">
          {checkpoints.length} checkpoints, {told.length.toLocaleString('en-US')} lines of what happened
        </p>
      </div>
      {checkpoints.length > 0 && (
        <section>
          <h2>Checkpoints</h2>
          <ul class="plain">
            {checkpoints.slice(0, MOST).map((p) => (
              <li key={p.checkpoint.id}>
                <StateIcon look={lookOf(p)} />{' '}
                <a href={toCheckpoint(shown.run, p.checkpoint.id)}>
                  {p.checkpoint.id} {p.checkpoint.title}
                </a>{' '}
                <span class="soft">{wordOf(p, story.run)}</span>
              </li>
            ))}
          </ul>
          {checkpoints.length > MOST && <p class="soft">and {checkpoints.length - MOST} more</p>}
        </section>
      )}
      {told.length > 0 && (
        <section class="fill">
          <h2>What happened</h2>
          <Virtual
            class="card tall"
            items={told}
            height={ROW}
            label="Found events"
            row={(line) => <ToldLine line={line} run={shown.run} />}
          />
        </section>
      )}
    </div>
  );
}
