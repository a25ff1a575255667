import { z } from 'zod';
import type { Agent } from '../agent/loop.ts';
import type { Tool } from '../agent/tool.ts';
import { Checkpoint, type Plan, planProblems, Requirement } from '../domain/plan.ts';
import { bounded } from '../agent/boundary.ts';
import { startsIn } from './starts-in.ts';
import { exactlyOne } from './exactly-one.ts';
import { failing } from './failing.ts';
import { salvage } from './salvage.ts';

/** Planners do not know a team's machines. */
const Planning = Checkpoint.omit({ labels: true });

export type Planned =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'nothing_to_do'; readonly reason: string }
  | { readonly kind: 'question'; readonly question: string };

/** What the planner hands in; a plan that cannot be worked on is refused with every reason at once. */
function plannerFinish({ cap, stands }: Pick<PlannerInput, 'cap' | 'stands'>): z.ZodType<Planned> {
  return z
    .strictObject({
      requirements: z.array(Requirement).optional(),
      checkpoints: z.array(Planning).optional(),
      nothing_to_do: z.string().min(1).optional(),
      question: z.string().min(1).optional(),
    })
    .superRefine(({ checkpoints, nothing_to_do, question }, ctx) => {
      exactlyOne({ checkpoints, nothing_to_do, question }, ctx);
    })
    .transform(({ requirements = [], checkpoints, nothing_to_do, question }, ctx): Planned => {
      if (nothing_to_do !== undefined) {
        return { kind: 'nothing_to_do', reason: nothing_to_do };
      }
      if (question !== undefined) {
        return { kind: 'question', question };
      }
      const said = { requirements, checkpoints: checkpoints ?? [] };
      const plan = stands?.(said) ?? said;
      const problems =
        plan.checkpoints.length === 0 ? ['the plan has no checkpoint'] : planProblems(plan, cap);
      for (const message of problems) {
        ctx.addIssue({ code: 'custom', message });
      }
      return { kind: 'plan', plan };
    });
}

export type PlannerInput = {
  readonly prompt: string;
  readonly tools: readonly Tool[];
  readonly turns: number;
  readonly cap: number;
  /** What a plan means beside what is there already; by default it stands by itself. */
  readonly stands?: (said: Plan) => Plan;
};

export function planner({ prompt, tools, turns, ...input }: PlannerInput): Agent<Planned> {
  const finish = plannerFinish(input);
  return {
    prompt,
    tools,
    finish,
    turns,
    repairs: 1,
    salvage: (text) => salvage(finish, text),
    nudge: 'Hand in the plan by calling `finish`, or read more with your tools first.',
  };
}

export type PlanBrief = {
  /** The spec, byte for byte. */
  readonly spec: string;
  /** Tracked files, or the folders where there are too many. */
  readonly tree: string;
  readonly rules: string;
  readonly check: readonly string[];
  readonly baseline: string;
  /** Tests that fail on the repository as it is. */
  readonly red: readonly string[];
  /** Globs that limit the whole run. */
  readonly files: readonly string[];
  readonly cap: number;
  readonly answers: readonly string[];
  /** Plans that a person did not approve, in words. */
  readonly declined?: readonly string[];
  /** What is left of an earlier plan, in words. */
  readonly left?: string;
  /** Folder that the tools start in, from the root of the repository; empty at the root. */
  readonly start?: string;
};

export function planBrief(brief: PlanBrief): string {
  const check =
    brief.check.length > 0 ? brief.check.map((c) => `\`${c}\``).join(', then ') : 'none is configured';
  return [
    bounded('spec', brief.spec),
    `Check: ${check}. On the repository as it is: ${brief.baseline}.`,
    ...failing('Red today, and held against nobody but a checkpoint that is to mend them:', brief.red),
    `At most ${String(brief.cap)} checkpoints.`,
    ...(brief.files.length > 0 ? [`Only these files may be changed: ${brief.files.join(', ')}.`] : []),
    ...brief.answers.map((answer) => `You asked before, and a person answered: ${answer}`),
    ...(brief.declined ?? []),
    ...(brief.rules ? [bounded('rules', brief.rules)] : []),
    ...startsIn(brief.start),
    ...(brief.left === undefined ? [] : [brief.left]),
    bounded('tree', brief.tree),
  ].join('\n\n');
}
