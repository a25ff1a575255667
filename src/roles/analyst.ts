import { z } from 'zod';
import type { Agent } from '../agent/loop.ts';
import type { Tool } from '../agent/tool.ts';
import { bounded } from '../agent/boundary.ts';
import { salvage } from './salvage.ts';

const Evidence = z.strictObject({
  file: z.string().min(1),
  /** Counts from 1. */
  line: z.int().positive(),
  /** What stands there. */
  text: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

export const Analysis = z.strictObject({
  answer: z.string().trim().min(1),
  evidence: z.array(Evidence).default([]),
});
export type Analysis = z.infer<typeof Analysis>;

export type AnalystInput = {
  readonly prompt: string;
  readonly tools: readonly Tool[];
  readonly turns: number;
};

/** Answers a question about the code; only looks. */
export const analyst = ({ prompt, tools, turns }: AnalystInput): Agent<Analysis> => ({
  prompt,
  tools,
  finish: Analysis,
  turns,
  repairs: 2,
  salvage: (text) => salvage(Analysis, text),
  nudge: 'Hand in your answer and its evidence by calling `finish`, or look further with your tools first.',
});

export type AnalysisBrief = {
  readonly question: string;
  /** What the one who asks is about to do; empty where that does not matter. */
  readonly purpose: string;
};

export const analysisBrief = ({ question, purpose }: AnalysisBrief): string =>
  [
    `The question:\n${bounded('question', question)}`,
    ...(purpose === '' ? [] : [`It is asked because of this:\n${bounded('purpose', purpose)}`]),
  ].join('\n\n');

/** How many lines a place may be off: models miscount. */
const NEAR = 3;

/** The evidence that stands where it says, with its line put right. `read` gives a file's text, or null. */
export async function standing(
  evidence: readonly Evidence[],
  read: (file: string) => Promise<string | null>,
): Promise<Evidence[]> {
  const checked = await Promise.all(
    evidence.map(async (one) => {
      const lines = (await read(one.file))?.split(/\r?\n/) ?? [];
      const wanted = one.text.trim();
      const line = nearby(one.line).find((n) => wanted !== '' && lines[n - 1]?.includes(wanted));
      return line === undefined ? [] : [{ ...one, line }];
    }),
  );
  return checked.flat();
}

/** The line itself, then its neighbours, nearest first. */
const nearby = (line: number): number[] => [
  line,
  ...Array.from({ length: NEAR }, (_, i) => [line - i - 1, line + i + 1]).flat(),
];
