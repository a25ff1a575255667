import { z } from 'zod';
import { Event } from '../domain/event.ts';
import { Mode } from '../domain/settings.ts';
import type { Git } from '../io/git/call.ts';
import { storedFile, storeFiles } from '../io/git/store.ts';
import { isCall } from './ledger.ts';

const Price = z.strictObject({
  input: z.number(),
  cached: z.number().exactOptional(),
  output: z.number(),
});

/** A model as the coordinator routes to it. Where it is and the key to it are the worker's own. */
const RoutedModel = z.strictObject({
  name: z.string(),
  model: z.string(),
  provider: z.string(),
  api: z.enum(['chat', 'responses']),
  edit: z.enum(['edit', 'apply_patch']),
  fallbacks: z.array(z.string()),
  profile: z.string().exactOptional(),
  window: z.number().exactOptional(),
  price: Price.exactOptional(),
  effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).exactOptional(),
  temperature: z.number().exactOptional(),
  maxTokens: z.number().exactOptional(),
  retries: z
    .strictObject({
      failures: z.number().exactOptional(),
      limits: z.number().exactOptional(),
      wait: z.number().exactOptional(),
      longest: z.number().exactOptional(),
      asked: z.number().exactOptional(),
    })
    .exactOptional(),
  patience: z
    .strictObject({ firstByte: z.number().exactOptional(), idle: z.number().exactOptional() })
    .exactOptional(),
});
export type RoutedModel = z.infer<typeof RoutedModel>;

const Spent = z.strictObject({
  spend: z.strictObject({
    calls: z.number(),
    input: z.number(),
    cached: z.number(),
    output: z.number(),
    usd: z.number(),
    unpriced: z.number(),
    estimated: z.boolean(),
  }),
  minutes: z.number(),
});

const Permitted = z.strictObject({
  mode: Mode,
  rules: z.strictObject({ allow: z.array(z.string()), deny: z.array(z.string()) }),
});

/** What a worker is told of the coder and its models. No key, no address, nothing that reaches the worker's machine. */
export const Sheet = z.strictObject({
  prompt: z.string(),
  turns: z.number().int().positive(),
  temperature: z.number().exactOptional(),
  /** Names of tools by alias. */
  tools: z.record(z.string(), z.array(z.string())),
  models: z.record(z.string(), RoutedModel),
  summarizer: z.strictObject({ prompt: z.string(), alias: z.string() }),
  /** What the run, its checkpoints and attempts have taken so far. */
  spent: z.record(z.string(), Spent),
  /** What a person wants known in every run of the repository. */
  memory: z.string(),
  /** Whose name is on commits. */
  author: z.strictObject({ name: z.string(), email: z.string() }),
  /** What the coordinator lets a coder do; a worker can allow less, never more. Coordinators of old sent none. */
  permit: Permitted.default({ mode: 'auto', rules: { allow: [], deny: [] } }),
});
export type Sheet = z.infer<typeof Sheet>;

/** The two sides do not understand each other: their versions differ. */
export class Skew extends Error {
  override readonly name = 'Skew';
}

const EVENTS = 'events.jsonl';
const SHEET = 'sheet.json';

type Writing = {
  readonly ref: string;
  /** What the work stands on: it travels along. */
  readonly parents: readonly string[];
  readonly events: readonly Event[];
  readonly sheet: Sheet;
};

/** Everything that a worker needs in one commit, so that one fetch brings it. Its id vouches for all of it. */
export async function writeTask(git: Git, { ref, parents, events, sheet }: Writing): Promise<string> {
  // What calls took is in the sheet as a sum.
  const told = events.filter((event) => !isCall(event));
  return storeFiles(git, {
    ref,
    parents: [...new Set(parents)],
    message: 'What is to be done',
    files: new Map([
      [EVENTS, Buffer.from(told.map((event) => `${JSON.stringify(event)}\n`).join(''))],
      [SHEET, Buffer.from(JSON.stringify(sheet))],
    ]),
  });
}

/** Throws {@link Skew} where it cannot be understood to the letter. */
export async function readTask(git: Git, commit: string): Promise<{ events: Event[]; sheet: Sheet }> {
  const [events, sheet] = [await storedFile(git, commit, EVENTS), await storedFile(git, commit, SHEET)];
  const lines = events.toString('utf8').split('\n').filter(Boolean);
  try {
    return {
      events: lines.map((text) => Event.parse(JSON.parse(text))),
      sheet: Sheet.parse(JSON.parse(sheet.toString('utf8'))),
    };
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Skew(`the task holds what this version does not know: ${why.slice(0, 300)}`);
  }
}
