import { attempt, call, type Git } from './call.ts';

const DAY_S = 86_400;

/**
 * Keeps a repository of ours small: refs below `prefix` whose commit is older than `days` go, and what has piled up is
 * packed where there is much of it. Git itself keeps what nothing names for two weeks, so that work under way is safe.
 */
export async function tidy(
  git: Git,
  { prefix, days }: { readonly prefix: string; readonly days: number },
): Promise<void> {
  const format = '--format=%(committerdate:unix) %(objectname) %(refname)';
  const told = (await call(git, ['for-each-ref', format, prefix])).toString('utf8');
  const since = Date.now() / 1000 - days * DAY_S;
  const old = told
    .split('\n')
    .map((row) => row.split(' '))
    .filter(([at]) => at !== undefined && at !== '' && Number(at) < since);
  const input = old.map(([, id = '', ref = '']) => `delete ${ref}\0${id}\0`).join('');
  await call(git, ['update-ref', '--no-deref', '-z', '--stdin'], { input });
  const { commonDir } = git;
  const tree = {
    gitDir: commonDir,
    workTree: commonDir,
    indexFile: `${commonDir}/no-index-of-ours`,
    settings: [
      ['gc.auto', '1000'],
      ['gc.autoPackLimit', '20'],
      ['gc.autoDetach', 'false'],
    ],
  } as const;
  // Somebody else may be at it: then it is done.
  await attempt(git, ['gc', '--auto', '--quiet'], { tree });
}
