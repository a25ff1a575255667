import { posix } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { FileError, type Root } from './files.ts';

/** Whether ignore files hide a real path below the root. Git's own folder always counts as hidden. */
export type Ignored = (path: string, isDirectory: boolean) => boolean;

type Rules = { readonly folder: string; readonly rules: Ignore };

/** Reads the ignore files that speak about what is in `folder`, from the root down to it. */
export async function ignoredIn(root: Root, folder: string): Promise<Ignored> {
  const names = folder === '' ? [] : folder.split('/');
  const folders = ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))];
  const sources: Rules[] = [];
  for (const at of folders) {
    const files = at === '' ? ['.git/info/exclude', '.gitignore', '.ignore'] : ['.gitignore', '.ignore'];
    for (const file of files) {
      const text = await textOf(root, posix.join(at, file));
      if (text !== undefined) {
        sources.push({ folder: at, rules: ignore({ ignorecase: false }).add(text) });
      }
    }
  }
  return (path, isDirectory) => isIgnored(sources, path, isDirectory);
}

/** Rules that cannot be read, such as a link that leads out, are none. */
async function textOf(root: Root, path: string): Promise<string | undefined> {
  try {
    return (await root.read(`${root.path}/${path}`)).bytes.toString('utf8');
  } catch (error) {
    if (error instanceof FileError) {
      return undefined;
    }
    throw error;
  }
}

/** A folder that is ignored takes all below it along; the nearest rule that speaks decides. */
function isIgnored(sources: readonly Rules[], path: string, isDirectory: boolean): boolean {
  const names = path.split('/');
  if (names.includes('.git')) {
    return true;
  }
  return names.some((_, index) => {
    const part = names.slice(0, index + 1).join('/');
    return verdict(sources, part, isDirectory || index < names.length - 1);
  });
}

function verdict(sources: readonly Rules[], path: string, isDirectory: boolean): boolean {
  for (const { folder, rules } of sources.toReversed()) {
    const below = posix.relative(folder, path);
    if (below !== '' && !below.startsWith('..')) {
      const { ignored, unignored } = rules.test(isDirectory ? `${below}/` : below);
      if (ignored || unignored) {
        return ignored;
      }
    }
  }
  return false;
}
