import { detectCheck, suggestSetup } from '../config/check-detect.ts';
import type { Guess, Repository } from '../config/guess.ts';
import type { Settings } from '../domain/settings.ts';
import type { Git } from '../io/git/call.ts';
import { listFiles, showFile } from '../io/git/files.ts';
import type { Listeners } from './driving.ts';

/** The settings with the repository's own way to test itself, where no check was named; shown, never silent. */
export async function detectedCheck(
  settings: Settings,
  { git, commit, listeners }: { git: Git; commit: string; listeners: Listeners },
): Promise<Settings> {
  if (settings.check.length > 0) {
    return settings;
  }
  const all = (await listFiles(git, commit)).map((f) => f.path);
  const own = folder(git.start, { all, git, commit });
  const check = (await detectCheck(own)) ?? (await above(git.start, { all, git, commit }));
  const { onNotice = () => undefined } = listeners;
  if (!check) {
    onNotice('no check command was given or found: nothing will be proved by running it (--check CMD)');
    return settings;
  }
  onNotice(`check: ${check.command} (${check.because})`);
  const setup = settings.setup === null ? await suggestSetup(own) : undefined;
  if (setup) {
    onNotice(`if the check needs installed packages, add --setup "${setup.command}" (${setup.because})`);
  }
  return { ...settings, check: [check.command] };
}

type Tree = { readonly all: readonly string[]; readonly git: Git; readonly commit: string };

/** A folder as the rules look at it: its files, by their paths below it. */
function folder(start: string, { all, git, commit }: Tree): Repository {
  const below = start === '' ? '' : `${start}/`;
  return {
    files: all.filter((path) => path.startsWith(below)).map((path) => path.slice(below.length)),
    read: async (path) => {
      const shown = await showFile(git, { commit, path: `${below}${path}` });
      return shown.kind === 'file' ? shown.bytes.toString('utf8') : undefined;
    },
  };
}

/** Where the folder that a run starts in says nothing, the nearest one above it that does. */
async function above(start: string, tree: Tree): Promise<Guess | undefined> {
  const parts = start === '' ? [] : start.split('/');
  for (let up = 1; up <= parts.length; up++) {
    const guess = await detectCheck(folder(parts.slice(0, -up).join('/'), tree));
    if (guess) {
      const way = Array.from({ length: up }, () => '..').join('/');
      return { command: `cd ${way} && ${guess.command}`, because: `in ${way}, ${guess.because}` };
    }
  }
  return undefined;
}
