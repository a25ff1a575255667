import { ownRounds, type Review } from './earlier.ts';
import type { Voice, Verdict } from './verdict.ts';

/** What a further reviewer said of a change that the first one accepts. */
export type Further = Omit<Voice, 'decision'> & { readonly verdict: Verdict };

const WEIGHT: Readonly<Record<Verdict['decision'], number>> = { accept: 0, revise: 1, reject: 2 };

/** One verdict of all: it accepts only where each of them does, and says whose each finding is. */
export function joint(first: Verdict, further: readonly Further[], earlier: readonly Review[]): Verdict {
  if (further.length === 0) {
    return first;
  }
  const all = further.map(({ role, verdict }) => ({ role, ...signed(verdict, role, earlier) }));
  const voices = [{ role: '', ...first }, ...all];
  const resolved = voices.flatMap((verdict) => verdict.resolved ?? []);
  const against = voices.filter(({ decision }) => decision !== 'accept');
  const heard = against.length > 0 ? against : voices;
  return {
    ...first,
    decision: against.toSorted((a, b) => WEIGHT[b.decision] - WEIGHT[a.decision])[0]?.decision ?? 'accept',
    reason: heard.map(({ role, reason }) => (role === '' ? reason : `${role}: ${reason}`)).join('\n'),
    criteria: [
      ...first.criteria,
      ...all.flatMap(({ role, criteria }) =>
        criteria.flatMap(({ criterion, met, evidence }) =>
          met ? [] : [{ criterion: `${role}: ${criterion}`, met, evidence }],
        ),
      ),
    ],
    findings: [...first.findings, ...all.flatMap(({ findings }) => findings)],
    ...(resolved.length > 0 && { resolved }),
  };
}

/** An id counts where it is one of the role's own earlier findings: another would speak of what somebody else found. */
function signed(verdict: Verdict, role: string, earlier: readonly Review[]): Verdict {
  const own = new Set(
    ownRounds(earlier, role).flatMap(({ verdict: { findings } }) => findings.map(({ id }) => id)),
  );
  const findings = verdict.findings.map(({ id, ...finding }) =>
    id !== undefined && own.has(id) ? { ...finding, id, role } : { ...finding, role },
  );
  return { ...verdict, findings };
}
