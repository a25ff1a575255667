import { start } from './call.ts';
import { bareEnvironment } from './pins.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Makes a new repository in a folder, without templates or hooks of the machine's; line ends stay as they are written. */
export async function initRepository(folder: string, env: Env): Promise<void> {
  await git(folder, env, ['init', '--quiet', '--template=', '--initial-branch=main']);
  await git(folder, env, ['config', 'core.autocrlf', 'false']);
}

/** Commits everything in a folder of ours, under a name of the program's own. */
export async function commitAll(
  folder: string,
  { env, message }: { env: Env; message: string },
): Promise<void> {
  await git(folder, env, ['add', '--all']);
  await git(folder, env, ['commit', '--quiet', '--no-verify', '-m', message]);
}

async function git(folder: string, env: Env, args: readonly string[]): Promise<void> {
  const identity = ['-c', 'user.name=orchestrate', '-c', 'user.email=orchestrate@localhost'];
  const result = await start([...identity, '-c', 'commit.gpgSign=false', ...args], {
    cwd: folder,
    env: bareEnvironment(env),
  });
  if (result.exitCode !== 0) {
    throw new Error(`git ${args[0] ?? ''} failed: ${result.stderr.trim() || (result.failure ?? '')}`);
  }
}
