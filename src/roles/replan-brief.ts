import { bounded } from '../agent/boundary.ts';
import type { At, Progress } from '../domain/progress.ts';
import { requirementsLeft } from '../domain/replan.ts';
import type { Run } from '../domain/run.ts';
import { tailOf } from '../domain/runner/tail.ts';

/** Characters of one failure, and how many of the last ones are told: what a plan needs is why, not everything that was said. */
const MOST_OF_NOTE = 1_500;
const MOST_OF_REASON = 600;
const NOTES = 2;

/** What is left of a plan and why, for whoever plans it anew. */
export function replanBrief(run: Run, left: readonly At<'blocked'>[]): string {
  const landed = run.progress.filter((p) => p.at === 'landed');
  const others = run.progress.filter((p) => p.at !== 'landed' && p.at !== 'replaced' && !includes(left, p));
  const requirements = requirementsLeft(run, left);
  return [
    'The spec was planned before, and part of that plan came to nothing. Plan what is left of it, and nothing else, in another way: smaller, in another order, by another approach. The files are as they are now, with everything that has landed.',
    ...(landed.length > 0
      ? [`Has landed, and is not to be planned again:\n${landed.map(line).join('\n')}`]
      : []),
    ...(others.length > 0 ? [`Not yours to plan either:\n${others.map(line).join('\n')}`] : []),
    ...(requirements.length > 0
      ? [
          `Requirements to be covered, under these ids:\n${requirements.map(({ id, text }) => `- ${id}: ${text}`).join('\n')}`,
        ]
      : []),
    ...left.map(lost),
    'If there is no other way, finish with `nothing_to_do` and why.',
  ].join('\n\n');
}

const includes = (left: readonly Progress[], p: Progress): boolean => left.includes(p);

const line = ({ checkpoint: { id, title } }: Progress): string => `- ${id}: ${title}`;

function lost({ checkpoint, reason, notes }: At<'blocked'>): string {
  const { id, title, goal, acceptance } = checkpoint;
  return [
    `## Came to nothing: ${id} ${title}`,
    goal,
    `Acceptance:\n${acceptance.map((a) => `- ${a}`).join('\n')}`,
    bounded('reason', tailOf(reason, MOST_OF_REASON)),
    ...notes
      .slice(-NOTES)
      .map(({ attempt, from, text }) =>
        bounded(`note-from-${from}`, tailOf(`${attempt}: ${text}`, MOST_OF_NOTE)),
      ),
  ].join('\n');
}
