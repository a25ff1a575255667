import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from './git/call.ts';
import { copyIndex } from './git/snapshot.ts';

/**
 * Writes the git directory that an agent works with inside its folder: the user's objects to read, everything else its
 * own, so that `status`, `diff`, `log`, `commit`, `stash` work and reach nothing of the user's. The caller has removed
 * the old one. Calls of ours never open it.
 */
export async function writeScratch(
  git: Git,
  { dir, commit, indexFile }: { dir: string; commit: string; indexFile: string },
): Promise<void> {
  const at = path.join(dir, '.git');
  for (const inner of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info']) {
    await mkdir(path.join(at, inner), { recursive: true, mode: 0o700 });
  }
  const [exclude, attributes] = await Promise.all([
    excludes(git),
    optional(path.join(git.commonDir, 'info/attributes')),
  ]);
  const files = {
    HEAD: 'ref: refs/heads/work\n',
    'refs/heads/work': `${commit}\n`,
    config: configOf(git, commit),
    'objects/info/alternates': `${quoted(path.join(git.commonDir, 'objects'))}\n`,
    'info/exclude': exclude,
    'info/attributes': attributes,
  };
  await Promise.all(Object.entries(files).map(async ([name, text]) => writeFile(path.join(at, name), text)));
  await copyIndex(indexFile, path.join(at, 'index'));
  await copyFile(path.join(git.commonDir, 'shallow'), path.join(at, 'shallow')).catch(() => undefined);
}

function configOf(git: Git, commit: string): string {
  const sha256 = commit.length === 64;
  const carried = git.carried.filter(([key]) => key === 'core.autocrlf' || key === 'core.eol');
  const folding = process.platform === 'darwin' || process.platform === 'win32';
  return [
    '[core]',
    `repositoryformatversion = ${sha256 ? '1' : '0'}`,
    'bare = false',
    'logallrefupdates = true',
    `filemode = ${String(process.platform !== 'win32')}`,
    ...(folding ? ['ignorecase = true', 'precomposeunicode = true'] : []),
    ...carried.map(([key, value]) => `${key.slice('core.'.length)} = ${quoted(value)}`),
    '[user]',
    `name = ${quoted(git.identity.name)}`,
    `email = ${quoted(git.identity.email)}`,
    '[commit]\ngpgsign = false\n[gc]\nauto = 0\n[maintenance]\nauto = false',
    ...(sha256 ? ['[extensions]', 'objectformat = sha256'] : []),
    '',
  ].join('\n');
}

/** The user's ignore rules that do not travel with a commit. */
async function excludes(git: Git): Promise<string> {
  const own = git.carried.find(([key]) => key === 'core.excludesFile')?.[1] ?? '';
  const texts = await Promise.all([optional(own), optional(path.join(git.commonDir, 'info/exclude'))]);
  return texts.join('\n');
}

const optional = async (file: string): Promise<string> =>
  file === '' ? '' : readFile(file, 'utf8').catch(() => '');

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
