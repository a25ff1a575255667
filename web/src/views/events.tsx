import { useMemo, useState } from 'preact/hooks';
import { checkpointOf } from '../../../src/domain/ids.ts';
import type { Told } from '../../../src/view/page/story.ts';
import { clock } from '../../../src/view/figures.ts';
import { Toned } from '../parts/text.tsx';
import { Virtual } from '../parts/virtual.tsx';
import { toCheckpoint } from '../route.ts';
import type { Shown } from '../parts/shown.ts';

const ROW = 30;
const WEIGHTS = { all: 'Everything', problem: 'Only problems' } as const;

export function Events({ shown }: { readonly shown: Shown }) {
  const { told, entries } = shown.state.story;
  const [weight, setWeight] = useState<keyof typeof WEIGHTS>('all');
  const items = useMemo(
    () => (weight === 'all' ? [...told] : told.filter((line) => line.weight !== 'news')),
    [shown.state.version, weight],
  );
  return (
    <div class="fill">
      <div class="page-head">
        <h1>Events</h1>
        <p class="soft">
          {entries.length.toLocaleString('en-US')} events, {items.length.toLocaleString('en-US')} lines. Calls
          of models are told under Cost.
        </p>
      </div>
      <p>
        <label>
          Show{' '}
          <select
            value={weight}
            onChange={({ currentTarget }) => setWeight(currentTarget.value === 'problem' ? 'problem' : 'all')}
          >
            {Object.entries(WEIGHTS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </p>
      <Virtual
        class="card tall"
        items={items}
        height={ROW}
        label="Events"
        follow="end"
        row={(line) => <ToldLine line={line} run={shown.run} />}
      />
    </div>
  );
}

export const ToldList = ({ told, run }: { readonly told: readonly Told[]; readonly run: string }) => (
  <ul class="told">
    {told.map((line) => (
      <li key={`${String(line.seq)} ${line.who}`}>
        <ToldLine line={line} run={run} />
      </li>
    ))}
  </ul>
);

export function ToldLine({ line, run }: { readonly line: Told; readonly run: string }) {
  const { who } = line;
  return (
    <span class={`told-line weight-${line.weight}`}>
      <span class="soft num">{clock(line.at)}</span>
      {/^c\d/.test(who) ? (
        <a class="id" href={toCheckpoint(run, checkpointOf(who))}>
          {who}
        </a>
      ) : (
        <span class="id soft">{who}</span>
      )}
      <span class="told-text" title={line.row.map(({ text }) => text).join('')}>
        <Toned row={line.row} />
      </span>
    </span>
  );
}
