import { call, type Git, line } from './call.ts';
import { listFiles, type TreeFile } from './files.ts';

type Storing = {
  /** A ref of ours that names the commit from now on, wherever it was before. */
  readonly ref: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
};

/** Writes a commit that holds these files and nothing else; gives its id. */
export async function storeFiles(git: Git, { ref, parents, message, files }: Storing): Promise<string> {
  const [first, ...others] = parents;
  const { name, email } = git.identity;
  const head = [
    `commit ${ref}`,
    'mark :1',
    `committer ${name} <${email}> ${String(Math.floor(Date.now() / 1000))} +0000`,
    `data ${String(Buffer.byteLength(message))}\n${message}`,
    ...(first === undefined ? [] : [`from ${first}`]),
    ...others.map((parent) => `merge ${parent}`),
    'deleteall',
  ];
  const parts = [...files].flatMap(([path, bytes]) => [
    Buffer.from(`M 100644 inline ${JSON.stringify(path)}\ndata ${String(bytes.byteLength)}\n`),
    bytes,
    Buffer.from('\n'),
  ]);
  const input = Buffer.concat([
    Buffer.from(`${head.join('\n')}\n`),
    ...parts,
    Buffer.from('\nget-mark :1\n'),
  ]);
  return line(await call(git, ['fast-import', '--quiet', '--force', '--date-format=raw'], { input }));
}

/** The files of such a commit that are wanted, one after the other: no more than one of them is in memory at a time. */
export async function* storedFiles(
  git: Git,
  commit: string,
  isWanted: (file: Pick<TreeFile, 'path' | 'size'>) => boolean,
): AsyncGenerator<readonly [path: string, bytes: Buffer]> {
  for (const file of (await listFiles(git, commit)).filter(isWanted)) {
    yield [file.path, await call(git, ['cat-file', 'blob', file.blob])];
  }
}

/** One file of such a commit; nothing in it where there is none. */
export async function storedFile(git: Git, commit: string, path: string): Promise<Buffer> {
  const [file] = await listFiles(git, commit, [path]);
  return file ? call(git, ['cat-file', 'blob', file.blob]) : Buffer.alloc(0);
}

/** The parents of a commit, in their order. */
export async function parentsOf(git: Git, commit: string): Promise<string[]> {
  const told = await call(git, ['rev-list', '--parents', '--no-walk', commit]);
  return told.toString('latin1').trim().split(' ').slice(1);
}
