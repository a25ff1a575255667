import type { CheckStatus } from '../domain/check.ts';
import type { Requirement } from '../domain/plan.ts';
import type { Run } from '../domain/run.ts';
import { count } from './figures.ts';
import type { CheckpointFact, Coverage, Report } from './report.ts';
import { checkWords, short } from './words.ts';

/** What speaks for a requirement: the checkpoints that cover it, their checks and what their reviewers saw. */
export function coverage({ id, text }: Requirement, checkpoints: readonly CheckpointFact[]): Coverage {
  const by = checkpoints.filter((c) => c.covers.includes(id) && c.status !== 'replaced');
  const landed = by.length > 0 && by.every((c) => c.status === 'landed');
  return {
    id,
    text,
    status: landed ? (by.every(isProved) ? 'met' : 'unproved') : 'open',
    by: by.map((c) => ({ checkpoint: c.id, evidence: evidence(c) })),
  };
}

/** Its check, green or it would not have landed, had something to show. */
const isProved = ({ checked: { check } }: CheckpointFact): boolean =>
  check !== null && SAYS_NOTHING[check.result.status] === undefined;

const SAYS_NOTHING: { readonly [S in CheckStatus]?: string } = {
  none: 'no check is configured',
  no_evidence: 'its check ended with 0 without a word',
};

const evidence = ({ status, checked: { check, review } }: CheckpointFact): string[] =>
  status === 'landed'
    ? [
        ...(check ? [`${checkWords(check.result)}, on ${short(check.commit)}`] : []),
        ...(review?.criteria ?? []).map((c) => `${c.criterion}: ${c.evidence}`),
      ]
    : [];

/** What nobody has verified, and why: said aloud, so that silence is never taken for proof. */
export function unverified(
  run: Run,
  checkpoints: readonly CheckpointFact[],
  userTree: readonly string[] | null,
): Report['unverified'] {
  const known = run.baseline?.status === 'failed' ? (run.baseline.tests?.failed ?? 0) : 0;
  return [
    ...checkpoints
      .filter((c) => c.status === 'landed' && !isProved(c))
      .map((c) => ({ what: c.id, why: unproved(c) })),
    ...checkpoints.filter(reviewedByItself).map(({ id }) => ({
      what: `${id} by a second model`,
      why: 'its reviewer is the model that wrote it',
    })),
    ...whole(run).map((why) => ({ what: 'the branch as a whole', why })),
    ...(known > 0
      ? [
          {
            what: `${count(known, 'test')} that failed before any change`,
            why: 'known failures are not held against the work',
          },
        ]
      : []),
    ...(run.settings.sandbox === 'off'
      ? [{ what: 'what commands of the models did outside their worktree', why: 'they ran unsandboxed' }]
      : []),
    ...(userTree === null ? [{ what: 'that your checkout is untouched', why: 'it was not compared' }] : []),
  ];
}

function reviewedByItself({ status, attempts, checked: { review } }: CheckpointFact): boolean {
  const models = attempts.at(-1)?.models ?? [];
  const of = (role: string): string[] => models.filter((m) => m.role === role).map((m) => m.model);
  const reviewers = new Set([...of('reviewer'), ...(review ? [review.model] : [])]);
  return status === 'landed' && of('coder').some((model) => reviewers.has(model));
}

const unproved = ({ checked: { check } }: CheckpointFact): string =>
  (check && SAYS_NOTHING[check.result.status]) ?? 'no check ran on it';

function whole({ final, whole: looked }: Run): string[] {
  if (!final) {
    return ['the final check has not run'];
  }
  const why = SAYS_NOTHING[final.status];
  return [
    ...(why === undefined ? [] : [why]),
    ...(looked?.verdict === null ? [`no reviewer has looked it over: ${looked.detail}`] : []),
  ];
}
