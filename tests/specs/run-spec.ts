import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { orchestrate, type Event, type Message } from '../../src/index.ts';
import { childEnvironment } from '../../src/io/environment.ts';
import { sameUserTree, userTree } from '../../src/io/git/user-tree.ts';
import { findRepository } from '../../src/run/preflight.ts';
import { makeRepo } from '../run/repo.ts';
import { serve, type Session } from './session.ts';

const specs = fileURLToPath(new URL('../../specs/', import.meta.url));

/** Runs a spec of `specs/` on its project in a fresh repository, with models that say what the session holds. */
export async function runSpec(name: string, session: Session) {
  const repo = await makeRepo(await filesBelow(path.join(specs, name, 'project')));
  const served = serve(session);
  const git = await findRepository(repo.root, repo.env);
  const before = await userTree(git);
  const running = orchestrate({
    cwd: repo.root,
    env: repo.env,
    models: served.models,
    spec: { file: path.join(specs, name, 'spec.md') },
  });
  const events: Event[] = [];
  for await (const { event } of running) {
    events.push(event);
  }
  const { report } = await running.result;
  const commits = (await repo.git('rev-list', '--reverse', `${report.base}..${report.branch}`)).split('\n');
  return {
    report,
    events,
    commits,
    left: served.left,
    touched: sameUserTree(before, await userTree(git)),
    git: repo.git,
    /** The last request of a conversation: everything that was said and answered before its end. */
    conversation: (id: string): readonly Message[] => served.requests(id).at(-1)?.messages ?? [],
    /** A file as it lies on the run's branch. */
    file: async (file: string) => repo.git('show', `${report.branch}:${file}`),
    /** Runs a command on the files of a commit, in a folder of their own. */
    command: async (commit: string, command: string) => {
      const folder = path.join(repo.home, `tree-${commit}`);
      await mkdir(folder, { recursive: true });
      await repo.git('archive', '-o', `${folder}.tar`, commit);
      await execa('tar', ['-xf', `${folder}.tar`, '-C', folder]);
      const { exitCode, stdout, stderr } = await execa('bash', ['-c', command], {
        cwd: folder,
        env: childEnvironment(process.env),
        extendEnv: false,
        reject: false,
      });
      await rm(folder, { recursive: true, force: true });
      return { exitCode, stdout, stderr };
    },
    remove: repo.remove,
  };
}

export type Ran = Awaited<ReturnType<typeof runSpec>>;

async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((e) => e.isFile()).map((e) => path.join(e.parentPath, e.name));
  const read = paths.map(async (p) => [path.relative(folder, p), await readFile(p, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(read));
}
