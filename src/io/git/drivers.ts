import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Setting } from './pins.ts';

/** The merge that git itself does for text, in the words that a named driver wants. */
const TEXT_MERGE = 'git merge-file --marker-size=%L %A %O %B';
/** Git's own idea of a line that heads a hunk. */
const HUNK_HEAD = '^[A-Za-z_$].*$';

/**
 * Settings that take the programs out of the drivers which a repository names (`filter.x`, `diff.x`, `merge.x`):
 * contents pass a filter unchanged, so that LFS pointers stay pointers; merges are text merges.
 */
function withoutPrograms(keys: readonly string[]): Setting[] {
  const named = new Map<string, Setting[]>();
  for (const key of keys) {
    const [, kind, name, variable] = /^(filter|diff|merge)\.(.+)\.([^.]+)$/s.exec(key) ?? [];
    if (kind === undefined || name === undefined) {
      continue;
    }
    const driver = `${kind}.${name}`;
    const settings = named.get(driver) ?? harmless(kind, driver);
    if (kind === 'diff' && (variable === 'xfuncname' || variable === 'funcname')) {
      settings.push([`${driver}.xfuncname`, HUNK_HEAD]);
    }
    named.set(driver, settings);
  }
  return [...named.values()].flat();
}

function harmless(kind: string, driver: string): Setting[] {
  switch (kind) {
    case 'filter':
      return [
        [`${driver}.clean`, ''],
        [`${driver}.smudge`, ''],
        [`${driver}.process`, ''],
        [`${driver}.required`, 'false'],
      ];
    case 'merge':
      return [[`${driver}.driver`, TEXT_MERGE]];
    default:
      return [
        [`${driver}.command`, ''],
        [`${driver}.textconv`, ''],
        [`${driver}.cachetextconv`, 'false'],
        [`${driver}.binary`, 'auto'],
      ];
  }
}

/**
 * Keeps what `read` gave for as long as the repository's configuration files stay the same. Configuration that includes
 * other files is read each time: those may lie where an agent can write.
 */
export function whileUnchanged(
  dirs: { readonly gitDir: string; readonly commonDir: string },
  read: () => Promise<readonly string[]>,
): () => Promise<Setting[]> {
  const files = [
    path.join(dirs.commonDir, 'config'),
    path.join(dirs.commonDir, 'config.worktree'),
    path.join(dirs.gitDir, 'config.worktree'),
  ];
  let known: { readonly seen: string; readonly settings: Promise<Setting[]> } | null = null;
  return async () => {
    const seen = (await Promise.all(files.map(signature))).join();
    if (known?.seen === seen) {
      return known.settings;
    }
    const forget = (): void => {
      known = known?.settings === settings ? null : known;
    };
    const settings = read().then((keys) => {
      if (keys.some((key) => /^include(if)?\./i.test(key))) {
        forget();
      }
      return withoutPrograms(keys);
    });
    settings.catch(forget);
    // Several calls begin at once: they wait for one answer.
    known = { seen, settings };
    return settings;
  };
}

async function signature(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => null);
  return found ? `${String(found.ino)}:${String(found.size)}:${String(found.ctimeNs)}` : '-';
}
