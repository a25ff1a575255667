import { rules } from '../agent/rules/rules.ts';
import { FileError, openRoot } from '../io/files.ts';
import { remembered } from './memory.ts';
import type { World } from './world.ts';

/**
 * Reads the rules of a repository out of a working copy, and what `memory`, a file, holds beside them; what does not fit is told once, and named in the text itself.
 */
export function rulesReader(
  memory: string,
  onNotice: (text: string) => void = () => undefined,
): World['rules'] {
  const told = new Set<string>();
  return async (root, folders) => {
    const files = await openRoot(root);
    const found = await rules({
      folders,
      read: async (path) => files.read(path).then(({ bytes }) => bytes.toString('utf8'), missing),
      list: async (folder) => (await files.list(folder).catch(() => [])).map((entry) => entry.name),
    });
    const known = await remembered(memory);
    for (const warning of [...found.warnings, ...known.warnings].filter((w) => !told.has(w))) {
      told.add(warning);
      onNotice(warning);
    }
    return [found.text, known.text].filter((text) => text !== '').join('\n');
  };
}

function missing(error: unknown): null {
  if (error instanceof FileError && error.problem === 'missing') {
    return null;
  }
  throw error;
}

/** The folders that globs lead into: as far as they are spelled out. */
export function foldersOf(globs: readonly string[], start: string): string[] {
  const spelled = globs.map((glob) => {
    const parts = glob.replace(/^\.?\//, '').split('/');
    const open = parts.findIndex((part) => /[*?[{!]/.test(part));
    return (open < 0 ? parts.slice(0, -1) : parts.slice(0, open)).join('/');
  });
  return [...new Set([start, ...spelled])];
}
