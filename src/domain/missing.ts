import type { Finding } from './finding.ts';
import type { Checkpoint, Requirement } from './plan.ts';
import type { Verdict } from './verdict.ts';

type Planned = { readonly requirements: readonly Requirement[]; readonly taken: readonly string[] };

/**
 * What a look over the whole finds missing, as further checkpoints: one for each requirement that is not met, or one for
 * all that is wrong where every requirement is. Ids go on from those that are taken.
 */
export function missing(verdict: Verdict, { requirements, taken }: Planned): Checkpoint[] {
  const wrong = verdict.findings.filter((f) => f.severity === 'blocking').map(findingLine);
  const unmet = verdict.criteria.flatMap((criterion, i) => {
    const id = /\bR\d+\b/.exec(criterion.criterion)?.[0];
    const found = requirements.find((r) => r.id === id) ?? (id === undefined ? requirements[i] : undefined);
    return criterion.met ? [] : [{ requirement: found, text: criterion.criterion, seen: criterion.evidence }];
  });
  const first = Math.max(0, ...taken.map((id) => Number(id.slice(1)))) + 1;
  if (unmet.length === 0) {
    const sentBack = verdict.decision === 'accept' ? [] : [verdict.reason];
    return wrong.length > 0 || sentBack.length > 0
      ? [
          checkpoint(first, {
            title: 'Mend what the whole lacks',
            lines: [...sentBack, ...wrong],
            covers: [],
          }),
        ]
      : [];
  }
  return unmet.map(({ requirement, text, seen }, i) =>
    checkpoint(first + i, {
      title: requirement?.text ?? text,
      lines: [`Not met yet: ${requirement?.text ?? text}`, seen, ...(i === 0 ? wrong : [])],
      covers: requirement ? [requirement.id] : [],
    }),
  );
}

const checkpoint = (
  n: number,
  { title, lines, covers }: { title: string; lines: readonly string[]; covers: string[] },
): Checkpoint => ({
  id: `c${String(n)}`,
  title: title.slice(0, 120),
  goal: `Everything planned has landed. A look over the whole found this missing:\n${lines.filter(Boolean).join('\n')}`,
  acceptance: [`${title} holds, and a test or the diff shows it.`],
  after: [],
  files: [],
  covers,
  difficulty: 'medium',
});

const findingLine = (f: Finding): string =>
  `- ${f.file}${f.line === undefined ? '' : `:${String(f.line)}`} ${f.problem}${f.suggestion ? ` → ${f.suggestion}` : ''}`;
