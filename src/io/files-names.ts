import { join, sep } from 'node:path';

/** Git's own folder under any spelling that some file system takes for it. */
export function isGitName(name: string): boolean {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff]/g, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}

/**
 * How the names of files begin that stand beside a file for the moment in which it is written. A power cut may leave one
 * behind, and it is nobody's work.
 */
export const TEMPORARY = '.orchestrate-tmp-';

/** The rest of an absolute path below `root`; undefined where it is elsewhere. */
export function below(root: string, absolute: string): string | undefined {
  const path = join(absolute);
  if (path === root || path === root + sep) {
    return '';
  }
  const prefix = root.endsWith(sep) ? root : root + sep;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}
