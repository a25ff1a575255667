import { z } from 'zod';
import { Finding } from './finding.ts';

export const Criterion = z.strictObject({ criterion: z.string(), met: z.boolean(), evidence: z.string() });
export type Criterion = z.infer<typeof Criterion>;

export const Verdict = z.strictObject({
  decision: z.enum(['accept', 'revise', 'reject']),
  reason: z.string(),
  criteria: z.array(Criterion).default([]),
  findings: z.array(Finding).default([]),
});
export type Verdict = z.infer<typeof Verdict>;

/** What stands between a verdict and its acceptance, one sentence each. Empty for a verdict that counts. */
export function objections(
  verdict: Verdict,
  acceptance: readonly string[],
  changed: readonly string[],
): string[] {
  if (verdict.decision !== 'accept') {
    return [verdict.reason || `the reviewer said ${verdict.decision}`];
  }
  const short = acceptance.length - verdict.criteria.length;
  return [
    ...verdict.criteria.filter((c) => !c.met).map((c) => `not met: ${c.criterion}`),
    ...verdict.criteria.filter((c) => c.met && !c.evidence.trim()).map((c) => `no evidence: ${c.criterion}`),
    ...(short > 0
      ? [`the verdict speaks of ${String(verdict.criteria.length)} of ${String(acceptance.length)} criteria`]
      : []),
    ...blocking(verdict.findings, changed).map(
      (f) => `${f.file}${f.line ? `:${String(f.line)}` : ''}: ${f.problem}`,
    ),
  ];
}

/** Blocking findings that lie inside the diff; one about an untouched file is a note. A finding without a file stands. */
export const blocking = (findings: readonly Finding[], changed: readonly string[]): Finding[] =>
  findings.filter((f) => f.severity === 'blocking' && (f.file === '' || changed.includes(f.file)));
