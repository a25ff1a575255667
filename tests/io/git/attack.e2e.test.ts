import { existsSync, readFileSync } from 'node:fs';
import { chmod, lstat, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Git } from '../../../src/io/git/call.ts';
import { diff } from '../../../src/io/git/diff.ts';
import { inspect } from '../../../src/io/git/inspect.ts';
import { rebase } from '../../../src/io/git/rebase.ts';
import { moveRef } from '../../../src/io/git/refs.ts';
import { sameUserTree, userTree } from '../../../src/io/git/user-tree.ts';
import { openSlot, type Slot } from '../../../src/io/slot.ts';
import { type Repository, repository, writeFiles } from './repository.ts';

const Files = z.record(z.string(), z.string());
const Config = z.record(z.string(), z.string());
const Case = z.object({
  id: z.string(),
  setup: z.strictObject({
    repo_files: Files.default({}),
    wt_files: Files.default({}),
    main_config: Config.default({}),
    main_hooks: z.array(z.string()).default([]),
    main_commits: z.array(Files).default([]),
    nested_repo: z.object({ path: z.string(), config: Config.default({}) }).optional(),
    swap_dotgit: z.object({ config: Config.default({}) }).optional(),
    worktree_config: Config.default({}),
    bare_repo: z.object({ path: z.string(), config: Config.default({}) }).optional(),
  }),
  args: z.object({ op: z.enum(['status', 'diff', 'commit', 'merge']), message: z.string().default('work') }),
  check: z.array(z.object({ t: z.string(), path: z.string().optional() })),
});
type Case = z.infer<typeof Case>;

const FILE = path.join(
  path.resolve(process.env['ORCHESTRATE_CASES'] ?? '../shared/cases'),
  'attack/host-git.json',
);
const cases = existsSync(FILE) ? z.array(Case).parse(JSON.parse(readFileSync(FILE, 'utf8'))) : [];

type Scene = {
  readonly repo: Repository;
  readonly git: Git;
  readonly slot: Slot;
  readonly base: string;
  fill(text: string): string;
};

async function stage({ setup }: Case): Promise<Scene> {
  const repo = await repository();
  const out = path.join(repo.home, 'out');
  const state = path.join(repo.home, 'state');
  const places = {
    OUT: out,
    MAIN: repo.root,
    WT: path.join(state, 'wt'),
    PAY: path.join(repo.home, 'pay'),
    PAYHOOKS: path.join(repo.home, 'payhooks'),
    HOME: repo.home,
  };
  const fill = (text: string): string =>
    Object.entries(places).reduce((sum, [name, value]) => sum.replaceAll(`\${${name}}`, value), text);
  await mkdir(out);
  await writeFile(places.PAY, `#!/bin/sh\ncat > '${out}/PWNED'\n`);
  await chmod(places.PAY, 0o755);
  await writeHooks(
    places.PAYHOOKS,
    ['pre-commit', 'post-commit', 'post-checkout', 'reference-transaction'],
    places.PAY,
  );
  const base = await repo.commit({ ...setup.repo_files, 'README.md': 'MAIN-README' });
  const git = await repo.open();
  const slot = openSlot({
    git,
    path: places.WT,
    indexFile: path.join(state, 'index'),
    trash: path.join(state, 'trash'),
  });
  await slot.reset(base);
  for (const files of setup.main_commits) {
    await repo.commit(files);
  }
  const filled = Object.entries(setup.wt_files).map(([name, text]) => [name, fill(text)] as const);
  await writeFiles(slot.path, Object.fromEntries(filled));
  const configure = async (dir: string, config: Record<string, string>, ...how: string[]) => {
    for (const [key, value] of Object.entries(config)) {
      await repo.git('-C', dir, 'config', ...how, key, fill(value));
    }
  };
  if (setup.nested_repo) {
    const inner = path.join(slot.path, setup.nested_repo.path);
    await repo.git('init', '-q', inner);
    await writeFiles(inner, { 'file.txt': 'x' });
    await configure(inner, setup.nested_repo.config);
  }
  if (setup.swap_dotgit) {
    await configure(slot.path, setup.swap_dotgit.config);
  }
  if (setup.bare_repo) {
    const inner = path.join(slot.path, setup.bare_repo.path);
    await repo.git('init', '-q', '--bare', inner);
    await configure(inner, setup.bare_repo.config);
  }
  if (Object.keys(setup.worktree_config).length > 0) {
    await repo.git('config', 'extensions.worktreeConfig', 'true');
    await configure(slot.path, setup.worktree_config, '--worktree');
  }
  await writeHooks(path.join(repo.root, '.git/hooks'), setup.main_hooks, places.PAY);
  await configure(repo.root, setup.main_config);
  return { repo, git, slot, base, fill };
}

async function writeHooks(folder: string, names: readonly string[], program: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    names.map(async (name) =>
      writeFile(path.join(folder, name), `#!/bin/sh\nexec '${program}'\n`, { mode: 0o755 }),
    ),
  );
}

/** What the orchestrator does on behalf of each operation of the cases; says whether a conflict was reported. */
async function act(
  { args }: Case,
  { repo, git, slot, base }: Scene,
): Promise<{ conflict: boolean; ref: string | null }> {
  await inspect(git);
  const made = await slot.snapshot({ base, message: args.message });
  if (args.op === 'status' || made === null) {
    return { conflict: false, ref: null };
  }
  expect(await diff(git, { base, commit: made.commit })).toContain('diff --git');
  const ref = 'refs/orchestrate/r1/c1.a1/head';
  expect(await moveRef(git, { ref, from: null, to: made.commit })).toEqual({ kind: 'moved' });
  const rebased = await rebase(git, { base, commit: made.commit, head: await repo.git('rev-parse', 'main') });
  return { conflict: rebased.kind === 'conflict', ref };
}

/** Why a check of a case does not hold; null when it does, or when something else here looks at it. */
async function failure(
  check: Case['check'][number],
  scene: Scene,
  done: Awaited<ReturnType<typeof act>>,
): Promise<string | null> {
  switch (check.t) {
    case 'absent': {
      const found = await lstat(scene.fill(check.path ?? '')).catch(() => null);
      return found === null ? null : 'something was started';
    }
    case 'conflict-reported':
      return done.conflict ? null : 'no conflict was reported';
    case 'task-branch-advanced':
      return done.ref === null ? 'nothing was committed' : null;
    // The work tree is compared as a whole, and a call that fails throws.
    case 'canary-intact':
    case 'result-ok':
      return null;
    default:
      return `nobody knows how to check ${check.t}`;
  }
}

test.skipIf(cases.length === 0)(`has outside cases at ${FILE} (or where ORCHESTRATE_CASES says)`, () => {
  expect(cases.length).toBeGreaterThan(0);
});

test.each(cases)('outside case $id', async (one) => {
  const scene = await stage(one);
  const before = await userTree(scene.git);
  const done = await act(one, scene);
  expect(sameUserTree(before, await userTree(scene.git))).toEqual([]);
  const failures = await Promise.all(one.check.map(async (check) => failure(check, scene, done)));
  expect(failures.filter((problem) => problem !== null)).toEqual([]);
});
