import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Configuration } from '../config/effective.ts';
import type { Settings } from '../domain/settings.ts';
import { appendSmall, readSmall } from '../io/small-file.ts';
import type { RepositoryState } from '../io/state.ts';

type Telling = {
  readonly settings: Pick<Settings, 'check' | 'setup' | 'regenerate'>;
  readonly entries: Configuration['entries'];
  readonly state: Pick<RepositoryState, 'dir'>;
  readonly onNotice: (text: string) => void;
};

/**
 * Shows the commands that come with a repository before they run here for the first time, and again once they are others.
 * What was shown is remembered among the user's records, where no repository can write.
 */
export async function tellCommands({ settings, entries, state, onNotice }: Telling): Promise<void> {
  const commands = proposed(settings, entries);
  if (commands.length === 0) {
    return;
  }
  const memory = path.join(state.dir, 'commands-shown');
  const hash = createHash('sha256').update(JSON.stringify(commands)).digest('hex');
  const known = (await readSmall(memory))?.split('\n') ?? [];
  if (!known.includes(hash)) {
    onNotice(
      `commands that come with this repository, which run here for the first time: ${commands.join(' · ')}`,
    );
    await appendSmall(memory, `${hash}\n`);
  }
}

/** Sources of settings that may have arrived with the repository; a check that was found in its files has none. */
const ARRIVING = new Set(['repository', 'spec', 'default']);

function proposed({ check, setup, regenerate }: Telling['settings'], entries: Telling['entries']): string[] {
  const arrives = (key: string): boolean =>
    entries.some((entry) => entry.key === key && ARRIVING.has(entry.origin.source));
  const all: [key: string, commands: readonly string[]][] = [
    ['setup', setup === null ? [] : [setup]],
    ['check', check],
    ['regenerate', regenerate.map(({ command }) => command)],
  ];
  return all.flatMap(([key, commands]) =>
    arrives(key) ? commands.map((command) => `${key}: ${command}`) : [],
  );
}
