import { call, fields, type Git, userTree } from './call.ts';

/**
 * Those of the user's files that a filter program of theirs (such as git-lfs) rewrites on the way in and out. Our calls
 * run no such program, so the caller has to leave these files alone.
 */
export async function throughPrograms(git: Git, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0 || git.filters.length === 0) {
    return [];
  }
  const input = `${paths.join('\0')}\0`;
  const tree = userTree(git);
  // Three fields a path: path, attribute, value.
  const rows = fields(await call(git, ['check-attr', '-z', '--stdin', 'filter'], { tree, input }));
  return paths.filter((_, i) => git.filters.includes(rows[i * 3 + 2] ?? ''));
}
