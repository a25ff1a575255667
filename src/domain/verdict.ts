import { z } from 'zod';
import { Finding } from './finding.ts';

export const Criterion = z.strictObject({ criterion: z.string(), met: z.boolean(), evidence: z.string() });
export type Criterion = z.infer<typeof Criterion>;

export const Verdict = z.strictObject({
  decision: z.enum(['accept', 'revise', 'reject']),
  reason: z.string(),
  criteria: z.array(Criterion).default([]),
  findings: z.array(Finding).default([]),
  /** Tests (or files) that fail as they are at the base and are rightly changed, by name. */
  approvedTests: z.array(z.string()).optional(),
  /** Ids of earlier findings that the change resolves. */
  resolved: z.array(z.string()).optional(),
});
export type Verdict = z.infer<typeof Verdict>;

/** What a further reviewer decided, beside the one whose model is named first. */
export const Voice = z.strictObject({
  role: z.string().min(1),
  model: z.string(),
  decision: Verdict.shape.decision,
});
export type Voice = z.infer<typeof Voice>;

/** What a verdict is measured by. */
export type Measure = {
  readonly acceptance: readonly string[];
  readonly changed: readonly string[];
  /** Tests (or files) that fail as they are at the base: each has to be approved by name. */
  readonly differs?: readonly string[];
};

/** What stands between a verdict and its acceptance, one sentence each. Empty for a verdict that counts. */
export function objections(verdict: Verdict, { acceptance, changed, differs = [] }: Measure): string[] {
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
    ...unapproved(verdict, differs).map((name) => `not approved in approvedTests: ${name}`),
    ...blocking(verdict.findings, changed).map(
      (f) => `${f.file}${f.line ? `:${String(f.line)}` : ''}: ${f.problem}`,
    ),
  ];
}

/** Those of the tests that fail as they were that a verdict does not name. */
export function unapproved({ approvedTests = [] }: Verdict, differs: readonly string[]): string[] {
  const named = new Set(approvedTests.map(plain));
  return differs.filter((name) => !named.has(plain(name)));
}

const plain = (name: string): string =>
  name
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[`'"]|[`'"]$/g, '');

/** Blocking findings that lie inside the diff; one about an untouched file is a note. A finding without a file stands. */
export const blocking = (findings: readonly Finding[], changed: readonly string[]): Finding[] =>
  findings.filter((f) => f.severity === 'blocking' && (f.file === '' || changed.includes(f.file)));
