import { Document, isScalar, visit } from 'yaml';
import { Plan, planProblems } from '../domain/plan.ts';
import type { Path } from './located.ts';
import { ConfigError, type Problem } from './problem.ts';
import { checkShape } from './shape.ts';
import { readYaml } from './yaml-text.ts';

const HOW_TO_EDIT = ` The plan of this run. Change what you like before you approve it: it is checked again when it is read.
 - A checkpoint is one reviewable change. "goal" is all that its coder is told, "acceptance" all that its reviewer asks for.
 - "after" names the checkpoints that must have landed first; "files" the globs it may change, none for any.
 - "covers" names requirements; each must be covered. "difficulty" (easy, medium or hard) picks the model.
 - "check" is a command of its own, run before the run's. "labels" are what a worker on another machine must have.`;

/** A plan as a text that people can read and edit. */
export function writePlan(plan: Plan): string {
  const document = new Document(plan);
  document.commentBefore = HOW_TO_EDIT;
  visit(document, {
    Scalar: (_, node) => {
      if (isScalar(node) && typeof node.value === 'string' && node.value.includes('\n')) {
        node.type = 'BLOCK_LITERAL';
      }
    },
    Pair: (_, pair) => {
      if (isScalar(pair.key) && pair.key.value === 'checkpoints') {
        pair.key.spaceBefore = true;
      }
    },
  });
  // Quoted texts of several lines are kept on one: folded, those with lines of blanks do not come back as they were.
  return document.toString({ lineWidth: 110, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
}

export type PlanReading =
  { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads an edited plan back. `cap` is the most checkpoints that it may have. */
export function readPlan(
  text: string,
  { file, cap }: { readonly file: string; readonly cap: number },
): PlanReading {
  try {
    const located = readYaml(text, { file });
    const plan = checkShape(Plan, located);
    const problems = planProblems(plan, cap).map((message): Problem => {
      const path = subjectOf(message, plan);
      return { key: '', place: located.place(path, 'value'), message };
    });
    return problems.length === 0 ? { ok: true, plan } : { ok: false, problems };
  } catch (error) {
    if (error instanceof ConfigError) {
      return { ok: false, problems: error.problems };
    }
    throw error;
  }
}

/** Where the checkpoint or requirement stands that a problem names first; a repeated one at its last place. */
function subjectOf(message: string, { checkpoints, requirements }: Plan): Path {
  const id = /\b[cR]\d+\b/.exec(message)?.[0];
  const checkpoint = checkpoints.findLastIndex((c) => c.id === id);
  if (checkpoint >= 0) {
    return ['checkpoints', checkpoint, 'id'];
  }
  const requirement = requirements.findLastIndex((r) => r.id === id);
  return requirement >= 0 ? ['requirements', requirement, 'id'] : ['checkpoints'];
}
