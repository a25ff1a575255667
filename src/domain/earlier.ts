import type { Finding } from './finding.ts';
import type { Verdict } from './verdict.ts';

/** A verdict of an earlier round on one commit. */
export type Review = {
  readonly attempt: string;
  readonly commit: string;
  /** What the commit was compared with; the commit itself where nothing had been changed. */
  readonly base: string;
  readonly verdict: Verdict;
  /** Who gave it. */
  readonly model: string;
};

export type Identified = Finding & { readonly id: string };

/**
 * The verdict with an id for each finding, so that later rounds can speak of it. Ids that were given stay, unless one
 * verdict gives the same twice.
 */
export function identified(verdict: Verdict, attempt: string, earlier: readonly Review[]): Verdict {
  const used = new Set(earlier.flatMap(({ verdict: { findings } }) => findings.map(({ id }) => id)));
  const own = new Set<string>();
  const fresh = (): string => {
    for (let n = 1; ; n++) {
      const id = `${attempt}.f${String(n)}`;
      if (!used.has(id) && !own.has(id)) {
        return id;
      }
    }
  };
  const findings = verdict.findings.map((finding) => {
    const given = finding.id?.trim() ?? '';
    const id = given === '' || own.has(given) ? fresh() : given;
    own.add(id);
    return { ...finding, id };
  });
  return { ...verdict, findings };
}

/** Blocking findings of earlier rounds that no later one has called resolved, in their last wording. */
export function openFindings(reviews: readonly Review[]): Identified[] {
  const open = new Map<string, Identified>();
  for (const { verdict } of reviews) {
    (verdict.resolved ?? []).forEach((id) => open.delete(id.trim()));
    for (const finding of verdict.findings) {
      if (finding.id !== undefined && finding.severity === 'blocking') {
        open.set(finding.id, { ...finding, id: finding.id });
      }
    }
  }
  return [...open.values()];
}

/**
 * Earlier rounds as one reviewer has to stand by them: with its own findings only. Of an added role, those in which it had
 * some.
 */
export const ownRounds = (reviews: readonly Review[], role?: string): Review[] =>
  reviews
    .map((review) => {
      const findings = review.verdict.findings.filter((finding) => finding.role === role);
      return { ...review, verdict: { ...review.verdict, findings } };
    })
    .filter(({ verdict }) => role === undefined || verdict.findings.length > 0);

/** Those of the findings that a verdict neither calls resolved nor repeats. */
export function unanswered({ resolved = [], findings }: Verdict, open: readonly Identified[]): Identified[] {
  const answered = new Set([...resolved.map((id) => id.trim()), ...findings.map(({ id }) => id?.trim())]);
  return open.filter(({ id }) => !answered.has(id));
}
