import type { ReviewFact } from '../../../src/view/report.ts';
import { short } from '../../../src/view/words.ts';
import { FindingList } from '../parts/finding.tsx';
import { toCheckpoint } from '../route.ts';
import type { OfAttempt } from '../parts/attempt.ts';

const TONE = { accept: 'good', revise: 'warn', reject: 'bad' } as const;

export function Reviews({ shown, fact, attempt }: OfAttempt) {
  const reviews = attempt?.reviews ?? [];
  const guard = attempt?.guard ?? [];
  const findings = reviews.reduce((sum, review) => sum + review.findings.length, guard.length);
  return (
    <>
      {reviews.length === 0 && <p class="soft">No reviewer has spoken about this attempt.</p>}
      {reviews
        .map((review, i) => (
          <section key={i} class="card">
            <Round review={review} number={i + 1} />
          </section>
        ))
        .toReversed()}
      {guard.length > 0 && (
        <section class="card">
          <h2>Seen by the guard</h2>
          <FindingList
            remarks={guard.map((f) => ({
              file: f.file,
              line: f.line ?? null,
              weight: f.level === 'forbidden' ? 'blocking' : 'note',
              from: f.rule,
              text: f.detail,
              more: '',
            }))}
          />
        </section>
      )}
      {attempt !== undefined && attempt.commit !== null && findings > 0 && (
        <p class="soft">
          Findings stand at their lines in{' '}
          <a href={toCheckpoint(shown.run, fact.id, 'diff', fact.attempts.indexOf(attempt) + 1)}>the diff</a>.
        </p>
      )}
    </>
  );
}

function Round({ review, number }: { readonly review: ReviewFact; readonly number: number }) {
  const {
    decision,
    model,
    reason,
    commit,
    criteria,
    objections,
    findings,
    approvedTests = [],
    others = [],
  } = review;
  return (
    <>
      <h2>
        Round {number} <span class={`pill tone-${TONE[decision]}`}>{decision}</span>{' '}
        <span class="soft">
          {model} on {short(commit)}
        </span>
      </h2>
      {others.length > 0 && (
        <p class="legend">
          {others.map((other) => (
            <span key={other.role}>
              <span class={`pill tone-${TONE[other.decision]}`}>{other.decision}</span> {other.role}{' '}
              <span class="soft">by {other.model}</span>
            </span>
          ))}
        </p>
      )}
      <p class="prose">{reason}</p>
      {objections.length > 0 && decision === 'accept' && (
        <>
          <h3>It does not count as acceptance</h3>
          <ul>
            {objections.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
      <ul class="criteria">
        {criteria.map(({ criterion, met, evidence }) => (
          <li key={criterion} class={met ? 'met' : 'unmet'}>
            {criterion}
            {evidence !== '' && <p class="soft">{evidence}</p>}
          </li>
        ))}
      </ul>
      {findings.length > 0 && (
        <FindingList
          remarks={findings.map((f) => ({
            file: f.file,
            line: f.line ?? null,
            weight: f.severity,
            from: [f.role ?? '', f.id ?? ''].filter(Boolean).join(', '),
            text: f.problem,
            more: f.suggestion ?? '',
          }))}
        />
      )}
      {approvedTests.length > 0 && <p class="soft">Approved although changed: {approvedTests.join(', ')}</p>}
    </>
  );
}
