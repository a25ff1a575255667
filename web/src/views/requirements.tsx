import { useMemo } from 'preact/hooks';
import { coverage } from '../../../src/view/coverage.ts';
import { count } from '../../../src/view/figures.ts';
import { wordOf } from '../../../src/view/page/place.ts';
import { Fold } from '../parts/text.tsx';
import { toCheckpoint } from '../route.ts';
import type { Shown } from '../parts/shown.ts';

const TONE = { met: 'good', unproved: 'warn', open: 'faint' } as const;
const WORD = { met: 'met', unproved: 'landed, not proved', open: 'open' } as const;

export function Requirements({ shown }: { readonly shown: Shown }) {
  const { story, version } = shown.state;
  const all = useMemo(() => {
    const facts = story.run.progress.flatMap((p) => story.factOf(p.checkpoint.id) ?? []);
    return story.run.requirements.map((r) =>
      coverage(
        r,
        facts.filter((fact) => fact.covers.includes(r.id)),
      ),
    );
  }, [version]);
  const whereIs = (id: string): string => {
    const p = story.run.progress.find((q) => q.checkpoint.id === id);
    return p ? wordOf(p, story.run) : '';
  };
  const met = all.filter((r) => r.status === 'met').length;
  return (
    <>
      <div class="page-head">
        <h1>Requirements</h1>
        <p class="soft">
          {all.length === 0
            ? 'The plan names none.'
            : `${String(met)} of ${String(all.length)} met. One is met once every checkpoint that covers it has landed with a green check.`}
        </p>
      </div>
      <ul class="plain cards">
        {all.map((r) => (
          <li key={r.id} class="card">
            <p class="requirement">
              <span class="id">{r.id}</span> <span>{r.text}</span>{' '}
              <span class={`pill tone-${TONE[r.status]}`}>{WORD[r.status]}</span>
            </p>
            {r.by.map(({ checkpoint, evidence }) => (
              <div key={checkpoint} class="covered">
                <a class="id" href={toCheckpoint(shown.run, checkpoint)}>
                  {checkpoint}
                </a>
                {evidence.length === 0 ? (
                  <span class="soft">{whereIs(checkpoint)}</span>
                ) : (
                  <Fold title={<span class="soft">{count(evidence.length, 'piece')} of evidence</span>}>
                    {() => (
                      <ul class="evidence">
                        {evidence.map((words) => (
                          <li key={words}>{words}</li>
                        ))}
                      </ul>
                    )}
                  </Fold>
                )}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
