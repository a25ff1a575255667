import type { z } from 'zod';
import type { Checkpoint } from '../../src/domain/plan.ts';
import type { Model, Reply } from '../../src/model/model.ts';
import { call, says, scripted } from '../../src/model/scripted.ts';

/** What the models of one run say, by conversation: `planner`, `c1.a1.coder`, `c1.a1.reviewer`. */
export type Session = Readonly<Record<string, readonly Reply[]>>;

type Planned = z.input<typeof Checkpoint>;

/** A reviewer that is asked once more about a checkpoint has a number at its end, and the same script goes on. */
const AGAIN = /(?<=[a-z])\.\d+$/;

/** Serves a session, one script for each conversation; a conversation that it does not know is an error. */
export function serve(session: Session) {
  const scripts = new Map(
    Object.entries(session).map(([conversation, replies]) => [conversation, scripted(...replies)]),
  );
  const script = (conversation: string) => {
    const found = scripts.get(conversation.replace(AGAIN, ''));
    if (!found) {
      throw new Error(`nobody wrote what ${conversation} says`);
    }
    return found;
  };
  return {
    models: ({ conversation }: { conversation: string }): Model => script(conversation).model,
    /** What the conversation was sent, first request to last. */
    requests: (conversation: string) => script(conversation).requests,
    /** Conversations with replies that nobody asked for. */
    left: (): string[] => [...scripts].flatMap(([name, { left }]) => (left() > 0 ? [name] : [])),
  };
}

/** A plan whose requirements are numbered in the order given. */
export const plans = (requirements: readonly string[], ...checkpoints: readonly Planned[]): Reply =>
  says(
    '',
    call('finish', {
      requirements: requirements.map((text, i) => ({ id: `R${String(i + 1)}`, text })),
      checkpoints,
    }),
  );

export const done = (summary: string): Reply => says('', call('finish', { outcome: 'done', summary }));

/** Accepts a checkpoint with one piece of evidence for each of its criteria, in order. */
export const accepts = (
  { acceptance }: Planned,
  verdict: {
    readonly reason: string;
    readonly evidence: readonly string[];
    /** Tests of the base that the change rightly leaves behind. */
    readonly approvedTests?: readonly string[];
  },
): Reply =>
  says(
    '',
    call('finish', {
      decision: 'accept',
      reason: verdict.reason,
      criteria: acceptance.map((criterion, i) => ({
        criterion,
        met: true,
        evidence: verdict.evidence[i] ?? '',
      })),
      findings: [],
      ...(verdict.approvedTests ? { approvedTests: verdict.approvedTests } : {}),
    }),
  );

/** Finds nothing missing in the whole, with the evidence for each requirement, in the plan's order. */
export const lacksNothing = (reason: string, ...met: readonly (readonly [string, string])[]): Reply =>
  says(
    '',
    call('finish', {
      decision: 'accept',
      reason,
      criteria: met.map(([text, evidence], i) => ({
        criterion: `R${String(i + 1)}: ${text}`,
        met: true,
        evidence,
      })),
      findings: [],
    }),
  );
