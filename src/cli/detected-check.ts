import { detectCheck, suggestSetup } from '../config/check-detect.ts';
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
  const below = git.start === '' ? '' : `${git.start}/`;
  const files = (await listFiles(git, commit))
    .filter((f) => f.path.startsWith(below))
    .map((f) => f.path.slice(below.length));
  const read = async (path: string): Promise<string | undefined> => {
    const shown = await showFile(git, { commit, path: `${below}${path}` });
    return shown.kind === 'file' ? shown.bytes.toString('utf8') : undefined;
  };
  const check = await detectCheck({ files, read });
  const { onNotice = () => undefined } = listeners;
  if (!check) {
    onNotice('no check command was given or found: nothing will be proved by running it (--check CMD)');
    return settings;
  }
  onNotice(`check: ${check.command} (${check.because})`);
  const setup = settings.setup === null ? await suggestSetup({ files, read }) : undefined;
  if (setup) {
    onNotice(`if the check needs installed packages, add --setup "${setup.command}" (${setup.because})`);
  }
  return { ...settings, check: [check.command] };
}
