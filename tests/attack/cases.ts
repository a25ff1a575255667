import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** What a case may ask for before it starts; a key that nobody knows is an error, so that none is passed over. */
const Files = z.record(z.string(), z.string());
const Config = z.record(z.string(), z.string());
const Links = z.array(z.strictObject({ at: z.string(), to: z.string() }));
const Setup = z.strictObject({
  repo_files: Files.default({}),
  repo_commits: z.array(Files).default([]),
  main_commits: z.array(Files).default([]),
  main_untracked: Files.default({}),
  wt_files: Files.default({}),
  wt_delete: z.array(z.string()).default([]),
  out_files: Files.default({}),
  symlinks: Links.default([]),
  hardlinks: Links.default([]),
  fifos: z.array(z.string()).default([]),
  sibling: z.strictObject({ suffix: z.string(), files: Files }).optional(),
  env: z.record(z.string(), z.string()).default({}),
  main_config: Config.default({}),
  worktree_config: Config.default({}),
  main_hooks: z.array(z.string()).default([]),
  nested_repo: z
    .strictObject({ path: z.string(), config: Config.default({}), tracked: z.boolean().default(false) })
    .optional(),
  bare_repo: z.strictObject({ path: z.string(), config: Config.default({}) }).optional(),
  swap_dotgit: z.strictObject({ config: Config.default({}) }).optional(),
  swapper: z.strictObject({ dir: z.string(), to: z.string(), ms: z.number() }).optional(),
  zip_bomb: z.strictObject({ path: z.string(), mb: z.number() }).optional(),
  listener: z.boolean().default(false),
  run_in_worktree: z.array(z.string()).default([]),
  task: z.strictObject({ allow_paths: z.array(z.string()).default([]) }).optional(),
});

export const Check = z.looseObject({
  t: z.string(),
  path: z.string().optional(),
  paths: z.array(z.string()).optional(),
  text: z.string().optional(),
  n: z.number().optional(),
  mb: z.number().optional(),
  is: z.union([z.string(), z.number(), z.array(z.string())]).optional(),
  not: z.array(z.string()).optional(),
  type: z.string().optional(),
  rule: z.string().optional(),
  key: z.string().optional(),
  match: z.string().optional(),
  after: z.string().optional(),
});
export type Check = z.infer<typeof Check>;

const Case = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  setup: Setup,
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  when: z.looseObject({ network: z.strictObject({ allow: z.array(z.string()) }).optional() }).default({}),
  expect: z.enum(['denied', 'contained', 'redacted', 'detected', 'allowed']),
  check: z.array(Check),
});
export type Case = z.infer<typeof Case>;

export const casesFile = (kind: string): string =>
  path.resolve(process.env['ORCHESTRATE_CASES'] ?? '../shared/cases', 'attack', `${kind}.json`);

/** The cases of a kind; none where the folder of cases is not there. */
export function casesOf(kind: string): readonly Case[] {
  const file = casesFile(kind);
  return existsSync(file) ? z.array(Case).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}
