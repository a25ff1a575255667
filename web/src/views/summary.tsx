import { money, took } from '../../../src/view/figures.ts';
import { lookOf, type Look } from '../../../src/view/page/place.ts';
import { spendOf } from '../../../src/view/spend-fact.ts';
import type { AttemptFact } from '../../../src/view/report.ts';
import { checkWords, short } from '../../../src/view/words.ts';
import { CheckLine } from '../parts/check-line.tsx';
import type { OfAttempt } from '../parts/attempt.ts';
import { fateOf } from '../parts/attempt.ts';

const REASON: Readonly<Partial<Record<Look, string>>> = {
  person: 'It asks you',
  blocked: 'Why it is blocked',
  aside: 'Left out of the run',
  replaced: 'Why it was planned anew',
};

/** Whether the line on its check says it already. */
const isTold = ({ why, checks }: AttemptFact): boolean => {
  const last = checks.at(-1);
  return why === '' || (last !== undefined && why === checkWords(last.result));
};

/** What was asked, what was checked, and, apart from that, what is only claimed. */
export function Summary({ shown, fact, attempt }: OfAttempt) {
  const { story } = shown.state;
  const p = story.run.progress.find((q) => q.checkpoint.id === fact.id);
  const goal = p?.checkpoint.goal ?? '';
  const review = attempt?.reviews.at(-1);
  return (
    <>
      {fact.reason !== null && (
        <section class="card call">
          <h2>{p ? REASON[lookOf(p)] : ''}</h2>
          <p class="reason">{fact.reason}</p>
          {fact.status === 'asking' && <p class="soft">Answer it: orchestrate answer "…"</p>}
        </section>
      )}
      <section class="card">
        <h2>Goal</h2>
        <p class="prose">{goal}</p>
        {p && p.words.length > 0 && (
          <>
            <h3>You said</h3>
            <ul>
              {p.words.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </>
        )}
        <h3>Accepted when</h3>
        <ul class="criteria">
          {fact.acceptance.map((criterion) => {
            const said = review?.criteria.find((c) => c.criterion === criterion);
            return (
              <li key={criterion} class={said === undefined ? '' : said.met ? 'met' : 'unmet'}>
                {criterion}
                {said !== undefined && (
                  <p class="soft">{said.evidence === '' ? 'no evidence' : said.evidence}</p>
                )}
              </li>
            );
          })}
        </ul>
      </section>
      {attempt && (
        <section class="card">
          <h2>
            {attempt.id}: {fateOf(attempt)}
          </h2>
          {attempt.fate !== 'landed' && !isTold(attempt) && <p class="reason">{attempt.why}</p>}
          <dl class="facts">
            {attempt.checks.slice(-1).map((check) => (
              <CheckLine key={check.result.log} name="Checked" check={check} />
            ))}
            {review && (
              <div>
                <dt>Reviewed</dt>
                <dd>
                  {review.objections.length === 0 ? 'accepted' : 'not accepted'} by {review.model}:{' '}
                  <span class="soft">{review.reason}</span>
                </dd>
              </div>
            )}
            {attempt.claimed !== '' && (
              <div>
                <dt>Claimed</dt>
                <dd class="soft">{attempt.claimed}</dd>
              </div>
            )}
            <div>
              <dt>Model</dt>
              <dd>
                {attempt.asked} <span class="soft">{attempt.route}</span>
              </dd>
            </div>
            <div>
              <dt>Took</dt>
              <dd>
                {took(attempt.ms)} · {money(spendOf(attempt.spent))}
              </dd>
            </div>
            {attempt.commit !== null && (
              <div>
                <dt>Commit</dt>
                <dd>
                  <code>{short(attempt.commit)}</code> on <code>{short(attempt.base)}</code>
                </dd>
              </div>
            )}
          </dl>
        </section>
      )}
    </>
  );
}
