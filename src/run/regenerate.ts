import { matcher } from '../domain/glob.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { changes } from '../io/git/changes.ts';
import { readCommit, treeOf, writeCommit } from '../io/git/commit.ts';
import { patchId } from '../io/git/diff.ts';
import { rebase } from '../io/git/rebase.ts';
import { restored } from '../io/git/restore.ts';
import { snapshot } from '../io/git/snapshot.ts';
import { runCheck } from './check-commands.ts';
import type { Checking } from './check-commit.ts';
import type { Control } from './drive.ts';

export type Regenerated =
  | {
      readonly kind: 'made';
      readonly commit: string;
      /** Whether what was written by hand is still the same change. */
      readonly samePatch: boolean;
    }
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  | { readonly kind: 'failed'; readonly detail: string };

type Rules = Run['settings']['regenerate'];

/** The files of a change that a declared command makes, and that others have changed as well: nobody merges their text. */
export async function toRegenerate(
  p: At<'landing'>,
  onto: string,
  { git, rules }: { git: Git; rules: Rules },
): Promise<string[]> {
  const made = p.changed.filter(matcher(rules.flatMap(({ files }) => files)));
  if (made.length === 0 || onto === p.base) {
    return [];
  }
  const theirs = new Set((await changes(git, p.base, onto)).flatMap((c) => [c.path, c.from ?? c.path]));
  return made.some((path) => theirs.has(path)) ? made : [];
}

/**
 * Puts a change on top of a commit with these files as they are there, then has the declared commands make them anew from
 * the sources of both. What else a command leaves behind is not taken.
 */
export async function regenerate(
  p: At<'landing'>,
  { onto, files }: { readonly onto: string; readonly files: readonly string[] },
  run: Run,
  world: Checking,
  control: Control,
): Promise<Regenerated> {
  const { git } = world;
  const { base } = p;
  const byHand = await restored(git, { commit: p.commit, base, paths: files });
  const moved = await rebase(git, { base, commit: byHand, head: onto });
  if (moved.kind === 'conflict') {
    return moved;
  }
  const start = moved.kind === 'empty' ? onto : moved.commit;
  const rules = run.settings.regenerate.filter((rule) => files.some(matcher(rule.files)));
  const made = await runRules(rules, { start, name: `${p.attempt}.regenerate` }, run, world, control);
  if ('detail' in made) {
    return { kind: 'failed', detail: made.detail };
  }
  const { message, author } = await readCommit(git, p.commit);
  const tree = await treeOf(git, made.commit);
  const commit = await writeCommit(git, { tree, parents: [onto], message, author });
  const [before, after] = await Promise.all([patchId(git, base, byHand), patchId(git, onto, start)]);
  return { kind: 'made', commit, samePatch: before === after };
}

/** The commit with what the rules' commands make of their files. */
async function runRules(
  rules: Rules,
  { start, name }: { readonly start: string; readonly name: string },
  run: Run,
  { git, workspaces, logs }: Checking,
  { signal }: Control,
): Promise<{ readonly commit: string } | { readonly detail: string }> {
  const workspace = await workspaces.lease('check', start);
  try {
    const unready = await workspace.prepare(signal);
    const ran =
      unready ??
      (await runCheck(
        rules.map(({ command }) => command),
        {
          cwd: workspace.start,
          env: workspace.env,
          filter: workspace.filter,
          timeoutMs: run.settings.setupTimeoutMs,
          signal,
          leftovers: 'end',
          wrap: workspace.wraps?.setup,
          log: (n) => `${logs}/${name}.${String(n)}.log`,
        },
      ));
    if (ran.exitCode !== 0) {
      return { detail: `\`${ran.command}\` failed:\n${ran.tail}` };
    }
    const taken = await snapshot(git, workspace.tree, {
      base: start,
      message: name,
      leave: run.settings.keep,
    });
    const own = matcher(rules.flatMap(({ files }) => files));
    const strays = (taken?.changes ?? [])
      .flatMap((c) => [c.path, c.from ?? c.path])
      .filter((path) => !own(path));
    return {
      commit: taken ? await restored(git, { commit: taken.commit, base: start, paths: strays }) : start,
    };
  } finally {
    await workspace.release();
  }
}
