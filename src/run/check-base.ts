import path from 'node:path';
import { differing } from '../domain/base-tests.ts';
import type { BaseTests, CheckResult } from '../domain/check.ts';
import { baseFiles, isPackage, withScriptsOf } from '../domain/guard/base-files.ts';
import { parsePatch } from '../domain/patch/parse.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { diff } from '../io/git/diff.ts';
import { showFile } from '../io/git/files.ts';
import { restored } from '../io/git/restore.ts';
import { writeSmall } from '../io/small-file.ts';
import { settled, type Runs, type Trial } from './check-commit.ts';
import { runsAt } from './what-runs.ts';

type Checked = {
  readonly trial: Trial;
  readonly result: CheckResult;
  /** How the base fared itself. */
  readonly known: CheckResult | null;
  readonly runs: Runs;
};

/**
 * Where a change touches tests that were there before, or what defines the check, those of the base run on the new source
 * as well: a test that was bent to fit shows by name. Null where there is nothing to compare.
 */
export async function testsOfBase(
  p: At<'checking'>,
  run: Run,
  git: Git,
  { trial, result, known, runs }: Checked,
): Promise<BaseTests | null> {
  if (run.settings.tests === 'free' || p.changed.length === 0 || trial.commands.length === 0) {
    return null;
  }
  const { base } = p;
  const commands = await runsAt(git, { commit: base, start: run.settings.start }, trial.commands);
  const paths = baseFiles(parsePatch(await diff(git, { base, commit: p.commit })), commands);
  const packages = await packagesOf(p, git);
  const files = [...paths, ...packages.keys()];
  if (files.length === 0) {
    return null;
  }
  const back = paths.length > 0 ? await restored(git, { commit: trial.commit, base, paths }) : trial.commit;
  const again: Trial = {
    ...trial,
    commit: back,
    name: `${trial.name}.base-tests`,
    lay: async ({ root }) => {
      for (const [file, text] of packages) {
        await writeSmall(path.join(root, file), text);
      }
    },
  };
  const ran = { files, result: await settled(again, known, runs) };
  return { ...ran, differs: differing(ran, result, known) };
}

/** The changed manifests with the scripts of the base: whatever else is new in them, the new source may need. */
async function packagesOf({ base, commit, changed }: At<'checking'>, git: Git): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of changed.filter(isPackage)) {
    const [before, after] = await Promise.all([textOf(git, base, file), textOf(git, commit, file)]);
    const text = withScriptsOf(before, after);
    if (text !== undefined) {
      found.set(file, text);
    }
  }
  return found;
}

async function textOf(git: Git, commit: string, file: string): Promise<string> {
  const shown = await showFile(git, { commit, path: file });
  return shown.kind === 'file' ? shown.bytes.toString('utf8') : '';
}
