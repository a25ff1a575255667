import { useMemo } from 'preact/hooks';
import { checkpointOf } from '../../../src/domain/ids.ts';
import { lookOf, wordOf } from '../../../src/view/page/place.ts';
import { StateIcon } from '../parts/state.tsx';
import { Virtual } from '../parts/virtual.tsx';
import { PlanGraph } from '../parts/graph.tsx';
import { toCheckpoint, toConversation } from '../route.ts';
import type { Shown } from '../parts/shown.ts';

/** Beyond these a graph is neither read nor laid out in good time. */
const MOST_NODES = 150;
const ROW = 48;

export function PlanView({ shown }: { readonly shown: Shown }) {
  const { story } = shown.state;
  const { progress } = story.run;
  return (
    <div class="fill">
      <div class="page-head">
        <h1>Plan</h1>
        <p class="soft">
          {progress.length === 0
            ? 'There is no plan yet.'
            : `${String(progress.length)} checkpoints; an arrow goes from what has to land first.`}
        </p>
      </div>
      <Conversations shown={shown} />
      {progress.length > MOST_NODES ? (
        <Virtual
          class="card tall"
          items={progress}
          height={ROW}
          label="Plan"
          row={(p) => (
            <a class="plan-row" href={toCheckpoint(shown.run, p.checkpoint.id)}>
              <StateIcon look={lookOf(p)} />
              <span class="id">{p.checkpoint.id}</span>
              <span class="cut">{p.checkpoint.title}</span>
              <span class="soft cut">
                {p.checkpoint.after.length > 0 ? `after ${p.checkpoint.after.join(', ')}` : ''}
              </span>
              <span class="soft">{wordOf(p, story.run)}</span>
            </a>
          )}
        />
      ) : (
        progress.length > 0 && <PlanGraph name={shown.run} run={story.run} />
      )}
    </div>
  );
}

/** Conversations on behalf of the whole run: of the planner, of whoever looked over everything. */
function Conversations({ shown }: { readonly shown: Shown }) {
  const { story, version } = shown.state;
  const names = useMemo(() => {
    const all = story.entries.flatMap(({ event }) =>
      event.type === 'model.called' && event.attempt === null ? [event.conversation] : [],
    );
    return [...new Set(all)].filter((name) => !/^c\d/.test(checkpointOf(name)));
  }, [version]);
  return names.length === 0 ? null : (
    <p>
      <span class="soft">Conversations: </span>
      {names.map((name) => (
        <a key={name} class="chip" href={toConversation(shown.run, name)}>
          {name}
        </a>
      ))}
    </p>
  );
}
