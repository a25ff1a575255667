import { weigh, type CheckResult } from '../../../src/domain/check.ts';
import { checkAt } from '../../../src/domain/known.ts';
import type { Progress } from '../../../src/domain/progress.ts';
import type { Run } from '../../../src/domain/run.ts';
import { money, took } from '../../../src/view/figures.ts';
import { unverified } from '../../../src/view/coverage.ts';
import { atRest } from '../../../src/view/watch.ts';
import { atWork, type Worker } from '../../../src/view/workers.ts';
import { CONFINED, short } from '../../../src/view/words.ts';
import { CheckLine } from '../parts/check-line.tsx';
import { Figures } from '../parts/headline.tsx';
import { lookOf, wordOf, type Look } from '../../../src/view/page/place.ts';
import { toCheckpoint } from '../route.ts';
import { Next, Reasons } from '../parts/reasons.tsx';
import type { Shown } from '../parts/shown.ts';
import { useNow } from '../run-state.ts';
import { ToldList } from './events.tsx';

const LATELY = 12;

export function Overview({ shown }: { readonly shown: Shown }) {
  const { story } = shown.state;
  const { run } = story;
  const at = (look: Look): Progress[] => run.progress.filter((p) => lookOf(p) === look);
  const [waiting, blocked, aside] = [at('person'), at('blocked'), at('aside')];
  return (
    <>
      <Head shown={shown} />
      <Figures shown={shown} />
      {run.question !== null && (
        <section class="card call">
          <h2>The planner asks you</h2>
          <p>{run.question}</p>
          <p class="soft">Answer it: orchestrate answer "…"</p>
        </section>
      )}
      {waiting.length > 0 && <Reasons title="Waiting for you" shown={shown} all={waiting} />}
      {blocked.length > 0 && <Reasons title="Blocked" shown={shown} all={blocked} />}
      <Next run={run} />
      <Now shown={shown} />
      {aside.length > 0 && <Reasons title="Left out by you" shown={shown} all={aside} quiet />}
      <section>
        <h2>Lately</h2>
        <ToldList told={story.told.slice(-LATELY).toReversed()} run={shown.run} />
      </section>
      <Whole shown={shown} />
    </>
  );
}

function Head({ shown }: { readonly shown: Shown }) {
  const { run, seen } = shown.state.story;
  const unconfined = CONFINED[run.settings.sandbox];
  return (
    <div class="page-head">
      <h1>{run.title}</h1>
      <p class="soft">
        {run.branch} · from {short(run.base)} · begun {new Date(seen.startedAt).toLocaleString()}
        {unconfined === undefined ? '' : ` · ${unconfined}`}
      </p>
    </div>
  );
}

function Now({ shown }: { readonly shown: Shown }) {
  const { seen, run } = shown.state.story;
  const now = useNow(shown.state.live);
  const workers = atRest(run) ? [] : atWork(seen);
  if (workers.length === 0) {
    return null;
  }
  return (
    <section>
      <h2>Under way</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Under way">
        <table class="table">
          <thead>
            <tr>
              <th>Who</th>
              <th>Does</th>
              <th>Model</th>
              <th class="num">For</th>
              <th class="num">Cost</th>
            </tr>
          </thead>
          <tbody>
            {workers.map((worker) => (
              <tr key={worker.who}>
                <td>
                  <Who shown={shown} who={worker.who} />
                </td>
                <td>{doing(worker, run)}</td>
                <td class="soft">{worker.model}</td>
                <td class="num">{took(now - worker.since)}</td>
                <td class="num">{money(worker.spent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const isHeldBy = (p: Progress, who: string): boolean => 'attempt' in p && p.attempt === who;

function doing({ who, doing: word }: Worker, run: Run): string {
  const p = run.progress.find((q) => isHeldBy(q, who));
  return p ? wordOf(p, run) : word;
}

function Who({ shown, who }: { readonly shown: Shown; readonly who: string }) {
  const p = shown.state.story.run.progress.find((q) => isHeldBy(q, who));
  return p ? (
    <a href={toCheckpoint(shown.run, p.checkpoint.id)}>
      <span class="id">{who}</span> {p.checkpoint.title}
    </a>
  ) : (
    <>{who}</>
  );
}

/** What was checked of the whole, and what nobody has verified. */
function Whole({ shown }: { readonly shown: Shown }) {
  const { story } = shown.state;
  const { run } = story;
  if (run.at !== 'ended') {
    return null;
  }
  const known = checkAt(run, run.head);
  const weighed = (result: CheckResult) => ({
    result,
    weight: weigh(result, result === run.final ? known : run.baseline),
  });
  const facts = run.progress.flatMap((p) => story.factOf(p.checkpoint.id) ?? []);
  const open = unverified(run, facts, []);
  return (
    <section>
      <h2>The whole</h2>
      <dl class="facts">
        {run.baseline && <CheckLine name="Base" check={weighed(run.baseline)} />}
        {run.final && <CheckLine name="Final check" check={weighed(run.final)} />}
        {run.whole && (
          <div>
            <dt>Last look</dt>
            <dd>
              {run.whole.verdict?.decision ?? 'no verdict'} by {run.whole.model}: {run.whole.detail}
            </dd>
          </div>
        )}
      </dl>
      {open.length > 0 && (
        <>
          <h3>Not verified</h3>
          <ul>
            {open.map(({ what, why }) => (
              <li key={what}>
                {what}: <span class="soft">{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
