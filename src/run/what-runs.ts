import { isDefinition, whatRuns } from '../domain/guard/what-runs.ts';
import type { Git } from '../io/git/call.ts';
import { listFiles, showFile, type TreeFile } from '../io/git/files.ts';

const MOST = 50;
const MOST_BYTES = 200_000;

/** What check commands come to run by the scripts and recipes of a commit; `start` is the folder that they run in. */
export async function runsAt(
  git: Git,
  { commit, start, files }: { commit: string; start: string; files?: readonly TreeFile[] },
  check: readonly string[],
): Promise<string[]> {
  const all = files ?? (await listFiles(git, commit));
  const definitions = new Map<string, string>();
  for (const { path } of all.filter((f) => isDefinition(f.path) && f.size <= MOST_BYTES).slice(0, MOST)) {
    const shown = await showFile(git, { commit, path });
    if (shown.kind === 'file') {
      definitions.set(path, shown.bytes.toString('utf8'));
    }
  }
  return whatRuns(check, { definitions, start });
}
