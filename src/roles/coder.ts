import { z } from 'zod';
import type { Agent } from '../agent/loop.ts';
import type { Tool } from '../agent/tool.ts';
import type { Checkpoint } from '../domain/plan.ts';
import type { Note } from '../domain/note.ts';
import { bounded } from '../agent/boundary.ts';
import { failing } from './failing.ts';
import { startsIn } from './starts-in.ts';
import { pinnedFacts } from './pinned.ts';
import { saidByPerson } from './said-by-person.ts';

export type Coded =
  | { readonly outcome: 'done'; readonly summary: string }
  | { readonly outcome: 'nothing_to_do' | 'impossible'; readonly reason: string }
  | { readonly outcome: 'question'; readonly question: string };

/** Which words each outcome needs beside it. */
const WORDS = {
  done: 'summary',
  nothing_to_do: 'reason',
  impossible: 'reason',
  question: 'question',
} as const;

export const coderFinish: z.ZodType<Coded> = z
  .strictObject({
    outcome: z.enum(['done', 'nothing_to_do', 'impossible', 'question']),
    summary: z.string().optional(),
    reason: z.string().optional(),
    question: z.string().optional(),
  })
  .transform((input, ctx): Coded => {
    const key = WORDS[input.outcome];
    const words = input[key]?.trim() ?? '';
    if (words === '') {
      ctx.addIssue({ code: 'custom', message: `outcome ${input.outcome} needs ${key}`, path: [key] });
    }
    switch (input.outcome) {
      case 'done':
        return { outcome: 'done', summary: words };
      case 'question':
        return { outcome: 'question', question: words };
      case 'nothing_to_do':
      case 'impossible':
        return { outcome: input.outcome, reason: words };
    }
  });

export type CoderInput = { readonly prompt: string; readonly tools: readonly Tool[]; readonly turns: number };

export const coder = ({ prompt, tools, turns }: CoderInput): Agent<Coded> => ({
  prompt,
  tools,
  finish: coderFinish,
  turns,
  repairs: 5,
  pinned: pinnedFacts,
  nudge:
    'You answered without a tool. If the work is done, call `finish`; if not, go on with your tools. Words alone change nothing.',
});

export type CodeBrief = {
  readonly checkpoint: Checkpoint;
  readonly check: readonly string[];
  /** Tests that failed before the run changed anything. */
  readonly red: readonly string[];
  readonly rules: string;
  /** Summaries of the checkpoints that this one builds on. */
  readonly parents: readonly { readonly id: string; readonly title: string; readonly summary: string }[];
  readonly notes: readonly Note[];
  /** What the person who runs this has said of it. */
  readonly words?: readonly string[];
  /** Whether the files hold the work of an earlier attempt. */
  readonly begun: boolean;
  readonly protect: readonly string[];
  /** Folder that the tools and commands start in, from the root of the repository; empty at the root. */
  readonly start?: string;
};

/** Stands alone: what a coder with a clean context needs, and nothing of another attempt but its lessons. */
export function codeBrief(brief: CodeBrief): string {
  const { id, title, goal, acceptance, files, check } = brief.checkpoint;
  const checks = [...(check === undefined ? [] : [check]), ...brief.check];
  return [
    `# ${id}: ${title}`,
    goal,
    `Acceptance:\n${acceptance.map((a) => `- ${a}`).join('\n')}`,
    files.length > 0
      ? `Yours to change: ${files.join(', ')}.`
      : 'Any file that the goal needs is yours to change.',
    checks.length > 0
      ? `The check, run on a fresh copy of your work: ${checks.map((c) => `\`${c}\``).join(', then ')}.`
      : 'No check command is configured: show in another way that it works.',
    ...failing(
      'Red before anything was changed. Leave them alone, unless the goal is to mend them; only other failures send the work back:',
      brief.red,
    ),
    ...startsIn(brief.start),
    ...(brief.protect.length > 0 ? [`Not to be changed: ${brief.protect.join(', ')}.`] : []),
    ...saidByPerson(brief.words),
    ...brief.parents.map((p) => `Done before, by another coder: ${p.id} ${p.title}.\n${p.summary}`),
    ...(brief.rules ? [`Rules of this repository:\n${bounded('rules', brief.rules)}`] : []),
    ...lessons(brief),
  ].join('\n\n');
}

function lessons({ notes, begun }: CodeBrief): string[] {
  if (notes.length === 0) {
    return [];
  }
  const state = begun
    ? 'The files hold the work of the last attempt; `git show` shows it. Mend it, or undo what was wrong.'
    : 'The files are as before the first attempt.';
  return [
    `Earlier attempts at this checkpoint did not pass. ${state} What is known, oldest first:`,
    ...notes.map((note) => bounded(`note-from-${note.from}`, `${note.attempt}: ${note.text}`)),
  ];
}
