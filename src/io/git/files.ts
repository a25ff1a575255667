import { call, fields, type Git } from './call.ts';

export type TreeFile = {
  readonly path: string;
  /** Git's octal form: `100644`, `100755`, `120000` link, `160000` submodule. */
  readonly mode: string;
  readonly blob: string;
  /** Bytes; zero for a submodule. */
  readonly size: number;
};

/** The files of a commit or tree, in git's order; below `paths` only (taken literally) when given. */
export async function listFiles(
  git: Git,
  commit: string,
  paths: readonly string[] = [],
): Promise<TreeFile[]> {
  return (await entries(git, ['-r', commit, '--', ...paths])).filter((entry) => entry.kind !== 'tree');
}

export type Shown =
  | { readonly kind: 'file'; readonly mode: string; readonly bytes: Buffer }
  | { readonly kind: 'too_large'; readonly mode: string; readonly size: number }
  | { readonly kind: 'folder' }
  | { readonly kind: 'absent' };

/** One file of a commit, bytes as they are stored (a link: its target). Default bound 5 MiB. */
export async function showFile(
  git: Git,
  { commit, path, maxBytes = 5 * 1024 * 1024 }: { commit: string; path: string; maxBytes?: number },
): Promise<Shown> {
  if (/^\/|(^|\/)\.\.(\/|$)/.test(path)) {
    return { kind: 'absent' };
  }
  const found = (await entries(git, [commit, '--', path])).find((entry) => entry.path === path);
  if (!found) {
    return { kind: 'absent' };
  }
  if (found.kind !== 'blob') {
    return { kind: 'folder' };
  }
  if (found.size > maxBytes) {
    return { kind: 'too_large', mode: found.mode, size: found.size };
  }
  return { kind: 'file', mode: found.mode, bytes: await call(git, ['cat-file', 'blob', found.blob]) };
}

async function entries(git: Git, args: readonly string[]): Promise<(TreeFile & { readonly kind: string })[]> {
  const rows = fields(await call(git, ['ls-tree', '-z', '-l', '--full-tree', ...args]));
  return rows.map((row) => {
    const tab = row.indexOf('\t');
    const [mode = '', kind = '', blob = '', size = ''] = row.slice(0, tab).split(/ +/);
    return { path: row.slice(tab + 1), mode, kind, blob, size: Number(size) || 0 };
  });
}
