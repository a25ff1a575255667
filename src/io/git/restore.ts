import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { call, type Git, line } from './call.ts';
import { readCommit, writeCommit } from './commit.ts';
import { listFiles } from './files.ts';

/** The first parent of a commit. */
export async function parentOf(git: Git, commit: string): Promise<string> {
  return line(await call(git, ['rev-parse', '--verify', `${commit}^1`]));
}

/** The same work as a child of `base`, with some paths as they are there. No working tree, no index of the user's. */
export async function restored(
  git: Git,
  { commit, base, paths }: { commit: string; base: string; paths: readonly string[] },
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orchestrate-'));
  const env = { GIT_INDEX_FILE: path.join(folder, 'index') };
  try {
    await call(git, ['read-tree', commit], { env });
    const before = await listFiles(git, base, paths);
    const gone = paths.filter((p) => !before.some((f) => f.path === p));
    const lines = [
      ...gone.map((p) => `0 ${'0'.repeat(base.length)}\t${p}\0`),
      ...before.map((f) => `${f.mode} ${f.blob}\t${f.path}\0`),
    ];
    await call(git, ['update-index', '-z', '--index-info'], { env, input: lines.join('') });
    const tree = line(await call(git, ['write-tree'], { env }));
    return await writeCommit(git, { tree, parents: [base], ...(await readCommit(git, commit)) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
