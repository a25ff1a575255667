import { z } from 'zod';
import type { Agent } from '../agent/loop.ts';
import { bounded } from '../agent/boundary.ts';
import type { Tool } from '../agent/tool.ts';
import type { Requirement } from '../domain/plan.ts';
import { Verdict } from '../domain/verdict.ts';
import { SaidFinding } from './said-finding.ts';
import { salvage } from './salvage.ts';

const SaidVerdict = Verdict.extend({ findings: z.array(SaidFinding).default([]) });

export type WholeInput = { readonly prompt: string; readonly tools: readonly Tool[]; readonly turns: number };

/** The reviewer of everything that landed: its criteria are the requirements. */
export const wholeReviewer = ({ prompt, tools, turns }: WholeInput): Agent<Verdict> => ({
  prompt,
  tools,
  finish: SaidVerdict,
  turns,
  repairs: 3,
  salvage: (text) => salvage(SaidVerdict, text),
  nudge: 'Give your verdict by calling `finish`. Words in prose do not count as one.',
});

export type WholeBrief = {
  /** The spec, byte for byte. */
  readonly spec: string;
  readonly requirements: readonly Requirement[];
  /** One line for each checkpoint that landed. */
  readonly landed: readonly string[];
  readonly check: string;
  /** Everything since the base, as it is to be shown. */
  readonly diff: string;
};

export const wholeBrief = ({ spec, requirements, landed, check, diff }: WholeBrief): string =>
  [
    '# The whole',
    'Each checkpoint was reviewed by itself and has landed. Look over all of them together: is anything that the spec asks for missing, or broken between the parts? What each checkpoint was accepted for is not to be judged again.',
    bounded('spec', spec),
    `Acceptance criteria, one for each requirement:\n${requirements.map(({ id, text }) => `- ${id}: ${text}`).join('\n')}`,
    `What has landed:\n${landed.join('\n')}`,
    `The check on the final commit: ${check}.`,
    bounded('diff', diff),
    '`accept` when every requirement is met; else `revise`, with `met: false` for what is missing, and as evidence what has to be done.',
  ].join('\n\n');
