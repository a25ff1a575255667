import { z } from 'zod';
import type { Agent } from '../agent/loop.ts';
import type { Tool } from '../agent/tool.ts';
import { unanswered, type Identified } from '../domain/earlier.ts';
import { unproved, unspoken } from '../domain/criteria.ts';
import { objections, Verdict, type Measure } from '../domain/verdict.ts';
import { SaidFinding } from './said-finding.ts';
import { salvage } from './salvage.ts';

export type ReviewerInput = {
  readonly prompt: string;
  readonly tools: readonly Tool[];
  readonly turns: number;
  readonly measure: Measure;
  /** Earlier findings that silence does not answer. */
  readonly open: readonly Identified[];
  /** Changed files that were neither shown whole nor opened so far. */
  readonly unseen: () => readonly string[];
};

const SaidVerdict = Verdict.extend({ findings: z.array(SaidFinding).default([]) });

/** A verdict that contradicts itself, or accepts what was not looked at, is handed back. */
function reviewerFinish(input: ReviewerInput): z.ZodType<Verdict> {
  return SaidVerdict.superRefine((verdict, ctx) => {
    const problems = verdict.decision === 'accept' ? acceptProblems(verdict, input) : reviseProblems(verdict);
    for (const message of problems) {
      ctx.addIssue({ code: 'custom', message });
    }
  });
}

function acceptProblems(verdict: Verdict, { measure, open, unseen }: ReviewerInput): string[] {
  const files = unseen();
  return [
    ...objections(verdict, measure).map((o) => `accept contradicts: ${o}`),
    ...unspoken(measure.acceptance, verdict.criteria).map(
      (criterion) => `accept needs a word on each criterion, and there is none on ${criterion}`,
    ),
    ...unproved(verdict.criteria).map(
      (criterion) => `accept needs evidence: say in which place, or by which test, you saw: ${criterion}`,
    ),
    ...unanswered(verdict, open).map(
      ({ id, problem }) =>
        `accept needs a word on ${id} (${problem}): name it in resolved, or again in findings`,
    ),
    ...(files.length > 0
      ? [`accept needs a look at every changed file; read these first: ${files.join(', ')}`]
      : []),
  ];
}

const reviseProblems = ({ reason, findings }: Verdict): string[] =>
  reason.trim() === '' && findings.length === 0 ? ['say in reason or findings what has to change'] : [];

export function reviewer(input: ReviewerInput): Agent<Verdict> {
  const finish = reviewerFinish(input);
  return {
    prompt: input.prompt,
    tools: input.tools,
    finish,
    turns: input.turns,
    repairs: 3,
    salvage: (text) => salvage(finish, text),
    nudge: 'Give your verdict by calling `finish`. Words in prose do not count as one.',
  };
}
