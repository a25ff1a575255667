import { readdir } from 'node:fs/promises';
import { bytePath, call, fields, type Git, type Tree } from './git/call.ts';

/** Names are bytes in `latin1`, relative to the folder. */
export type Strays = {
  /** What the index does not know: files, links, and whole folders with a `/` at the end. */
  readonly untracked: readonly string[];
  /** What git looks past: inner `.git`, pipes, sockets and devices in known folders, submodules that hold something. */
  readonly odd: readonly string[];
};

/** Everything in a folder that its index does not account for, ignored files included. Follows no link. */
export async function findStrays(git: Git, tree: Tree): Promise<Strays> {
  const others = call(git, ['ls-files', '--others', '--directory', '-z'], { tree });
  const odd = findOdd(git, tree);
  // Where one fails the other still holds the lock of the index, which whoever makes the folder anew needs.
  await Promise.allSettled([others, odd]);
  return { untracked: fields(await others, 'latin1'), odd: await odd };
}

async function findOdd(git: Git, tree: Tree): Promise<string[]> {
  const id = (await call(git, ['write-tree'], { tree })).toString('latin1').trim();
  const rows = fields(await call(git, ['ls-tree', '-r', '-d', '-z', '--full-tree', id]), 'latin1');
  const known = new Map(rows.map((row) => [row.slice(row.indexOf('\t') + 1), row.startsWith('160000')]));
  const odd: string[] = [];
  const walk = async (dir: string): Promise<void> => {
    const entries = await readdir(bytePath(tree.workTree, dir), { withFileTypes: true, encoding: 'latin1' });
    const inner: string[] = [];
    for (const entry of entries) {
      const name = dir === '' ? entry.name : `${dir}/${entry.name}`;
      const special = !entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink();
      if (special || (dir !== '' && entry.name.toLowerCase() === '.git')) {
        odd.push(name);
      } else if (entry.isDirectory() && known.has(name)) {
        inner.push(name);
      }
    }
    await Promise.all(inner.map(async (name) => (known.get(name) ? submodule(name) : walk(name))));
  };
  const submodule = async (name: string): Promise<void> => {
    if ((await readdir(bytePath(tree.workTree, name))).length > 0) {
      odd.push(name);
    }
  };
  await walk('');
  return odd;
}
