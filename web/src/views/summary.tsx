import { money, took } from '../../../src/view/figures.ts';
import { spendOf } from '../../../src/view/spend-fact.ts';
import { short } from '../../../src/view/words.ts';
import { CheckLine } from '../parts/check-line.tsx';
import type { OfAttempt } from '../parts/attempt.ts';
import { fateOf } from '../parts/attempt.ts';

/** What was asked, what was checked, and, apart from that, what is only claimed. */
export function Summary({ shown, fact, attempt }: OfAttempt) {
  const { story } = shown.state;
  const goal = story.run.progress.find((p) => p.checkpoint.id === fact.id)?.checkpoint.goal ?? '';
  const review = attempt?.reviews.at(-1);
  return (
    <>
      {fact.reason !== null && (
        <section class="card call">
          <h2>{fact.status === 'asking' ? 'It asks you' : 'Why it is blocked'}</h2>
          <p class="reason">{fact.reason}</p>
          {fact.status === 'asking' && <p class="soft">Answer it: orchestrate answer "…"</p>}
        </section>
      )}
      <section class="card">
        <h2>Goal</h2>
        <p class="prose">{goal}</p>
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
          {attempt.fate !== 'landed' && attempt.why !== '' && <p class="reason">{attempt.why}</p>}
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
