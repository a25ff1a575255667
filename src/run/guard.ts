import type { Event } from '../domain/event.ts';
import { newFaults } from '../domain/faults.ts';
import { absentFrom, pathsIn } from '../domain/guard/claims.ts';
import { guard } from '../domain/guard/guard.ts';
import type { Said } from '../domain/guard/rule.ts';
import { isTestFile } from '../domain/guard/test-files.ts';
import { parsePatch } from '../domain/patch/parse.ts';
import { checkAt } from '../domain/known.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { changes } from '../io/git/changes.ts';
import { diff } from '../io/git/diff.ts';
import { listFiles, showFile } from '../io/git/files.ts';
import { ignoredAmong } from '../io/git/ignored.ts';
import { inState } from './start.ts';
import { runsAt } from './what-runs.ts';
import type { World } from './world.ts';

/** Looks at the change mechanically, before anybody is asked about it. */
export async function guardCommit(
  attempt: string,
  run: Run,
  { git, secrets }: Pick<World, 'git' | 'secrets'>,
): Promise<Event> {
  const p = inState(run, attempt, 'guarding');
  const { commit, base, checkpoint, check } = p;
  if (p.changed.length === 0) {
    return { type: 'guard.ran', attempt, commit, findings: [] };
  }
  const [text, made, files] = await Promise.all([
    diff(git, { base, commit }),
    changes(git, base, commit),
    listFiles(git, base),
  ]);
  const patch = parsePatch(text);
  const said = saidOf(p, files);
  const absent = absentFrom(patch, said);
  const known = checkAt(run, base);
  const findings = guard({
    patch,
    settings: { ...run.settings, checkpointFiles: checkpoint.files },
    check: await runsAt(git, { commit: base, start: run.settings.start, files }, [
      ...(checkpoint.check === undefined ? [] : [checkpoint.check]),
      ...run.settings.check,
    ]),
    counts: { before: known?.tests, after: check.tests },
    faults: check.status === 'failed' ? newFaults(check, known) : [],
    bytes: new Map(made.map((change) => [change.path, change.size])),
    base: await baseTexts(p, files, git),
    secrets,
    said,
    ignored: await ignoredAmong(git, [...absent.claimed, ...absent.wanted]),
  });
  return { type: 'guard.ran', attempt, commit, findings };
}

type Files = Awaited<ReturnType<typeof listFiles>>;

function saidOf({ claim, checkpoint }: At<'guarding'>, files: Files): Said {
  const { files: globs, goal, acceptance } = checkpoint;
  const exact = globs.filter((glob) => !/[*?[\]{}!]/.test(glob));
  const wanted = [...exact, ...pathsIn([goal, ...acceptance].join('\n'))];
  return { claim, wanted, tracked: files.map((file) => file.path) };
}

const MOST_TESTS = 200;
const MOST_BYTES = 200_000;

/** What the changed files were, and the tests as they are at the base: a cheat is often visible only beside them. */
async function baseTexts(
  { base, changed }: At<'guarding'>,
  all: Files,
  git: Git,
): Promise<Map<string, string>> {
  const tests = all.filter((f) => isTestFile(f.path)).slice(0, MOST_TESTS);
  const wanted = new Set(
    [...all.filter((f) => changed.includes(f.path)), ...tests].filter((f) => f.size <= MOST_BYTES),
  );
  const texts = new Map<string, string>();
  for (const { path } of wanted) {
    const shown = await showFile(git, { commit: base, path, maxBytes: MOST_BYTES });
    if (shown.kind === 'file') {
      texts.set(path, shown.bytes.toString('utf8'));
    }
  }
  return texts;
}
