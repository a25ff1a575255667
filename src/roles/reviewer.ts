import type { z } from 'zod';
import type { Agent } from '../agent/loop.ts';
import type { Tool } from '../agent/tool.ts';
import type { CheckResult } from '../domain/check.ts';
import type { Finding, GuardFinding } from '../domain/finding.ts';
import type { Checkpoint } from '../domain/plan.ts';
import type { Review } from '../domain/progress.ts';
import { objections, Verdict } from '../domain/verdict.ts';
import { bounded } from '../agent/boundary.ts';
import { failing } from './failing.ts';
import { salvage } from './salvage.ts';

export type ReviewerInput = {
  readonly prompt: string;
  readonly tools: readonly Tool[];
  readonly turns: number;
  readonly acceptance: readonly string[];
  readonly changed: readonly string[];
  /** Changed files that were neither shown whole nor opened so far. */
  readonly unseen: () => readonly string[];
};

/** A verdict that contradicts itself, or accepts what was not looked at, is handed back. */
function reviewerFinish(input: ReviewerInput): z.ZodType<Verdict> {
  return Verdict.superRefine((verdict, ctx) => {
    const problems = verdict.decision === 'accept' ? acceptProblems(verdict, input) : reviseProblems(verdict);
    for (const message of problems) {
      ctx.addIssue({ code: 'custom', message });
    }
  });
}

function acceptProblems(verdict: Verdict, { acceptance, changed, unseen }: ReviewerInput): string[] {
  const against = objections(verdict, acceptance, changed).map((o) => `accept contradicts: ${o}`);
  const files = unseen();
  return files.length > 0
    ? [...against, `accept needs a look at every changed file; read these first: ${files.join(', ')}`]
    : against;
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

export type ReviewBrief = {
  readonly checkpoint: Checkpoint;
  /** The diff as it is to be shown, with what is left out named outside of it. */
  readonly diff: string;
  readonly changed: readonly string[];
  readonly guard: readonly GuardFinding[];
  readonly check: CheckResult;
  /** One line on the check, such as `exit 0 · 41 tests · 12.4 s`. */
  readonly checkLine: string;
  readonly earlier: readonly Review[];
  readonly rules: string;
};

export function reviewBrief(brief: ReviewBrief): string {
  const { id, title, goal, acceptance } = brief.checkpoint;
  return [
    `# ${id}: ${title}`,
    goal,
    `Acceptance criteria:\n${acceptance.map((a, i) => `${String(i + 1)}. ${a}`).join('\n')}`,
    checkPart(brief),
    ...(brief.guard.length > 0 ? [`The guard noticed:\n${brief.guard.map(guardLine).join('\n')}`] : []),
    ...earlierPart(brief.earlier),
    ...(brief.rules ? [`Rules of this repository:\n${bounded('rules', brief.rules)}`] : []),
    brief.changed.length > 0
      ? `Changed files: ${brief.changed.join(', ')}\n\n${bounded('diff', brief.diff)}`
      : 'The author says that nothing has to be done, so there is no diff. Accept only if the files, as your tools show them, meet every criterion already.',
  ].join('\n\n');
}

function checkPart({ check, checkLine }: ReviewBrief): string {
  if (check.status === 'none') {
    return 'No check command is configured: there is no executable evidence. Read the change with that in mind.';
  }
  const silent = check.status === 'no_evidence' ? ' It printed nothing, which proves little.' : '';
  const known = check.status === 'failed' ? (check.tests?.failures ?? []).map(({ name }) => name) : [];
  return [
    `The check, run by the orchestrator on exactly this commit: \`${check.command}\`: ${checkLine}.${silent}`,
    ...failing('What fails was red before anything was changed, and nothing else fails:', known),
    bounded('check-output', check.tail),
  ].join('\n');
}

const guardLine = (f: GuardFinding): string => `- ${f.rule}: ${placeOf(f)}: ${f.detail}`;

const placeOf = ({ file, line }: Finding | GuardFinding): string =>
  line === undefined ? file : `${file}:${String(line)}`;

function earlierPart(reviews: readonly Review[]): string[] {
  if (reviews.length === 0) {
    return [];
  }
  const lines = reviews.flatMap(({ attempt, verdict }) => [
    `${attempt}: ${verdict.decision}: ${verdict.reason}`,
    ...verdict.findings.map(
      (f, i) => `- ${f.id ?? `${attempt}.f${String(i + 1)}`} (${f.severity}) ${placeOf(f)}: ${f.problem}`,
    ),
  ]);
  return [
    `Earlier reviews of this checkpoint. Say of each finding, in your reason, whether this change resolves it:\n${lines.join('\n')}`,
  ];
}
