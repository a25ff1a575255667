import { call, fields, type Git } from './call.ts';

export type Change = {
  readonly path: string;
  /** Added, modified (contents, mode or kind), deleted, renamed. */
  readonly status: 'A' | 'M' | 'D' | 'R';
  /** The old path of a renamed file. */
  readonly from?: string;
  /** Modes in git's octal form (`100644`, `100755`, `120000` link, `160000` submodule); `000000` where there is no file. */
  readonly oldMode: string;
  readonly mode: string;
  readonly binary: boolean;
  /** Lines; zero for binary files. */
  readonly added: number;
  readonly deleted: number;
  /** Bytes of the new contents; zero for a deleted file. */
  readonly size: number;
  /** Object id of the new contents. */
  readonly blob: string;
};

/** What a commit changes against a base, by path. Renames are told where git sees one. */
export async function changes(git: Git, base: string, commit: string): Promise<Change[]> {
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '-M',
    '--raw',
    '--numstat',
    '--no-abbrev',
    '--no-ext-diff',
    '--no-textconv',
  ];
  const parts = fields(await call(git, [...args, '--ignore-submodules=none', base, commit]));
  const raw: RawChange[] = [];
  let at = 0;
  while (parts[at]?.startsWith(':')) {
    const parsed = parseRaw(parts, at);
    raw.push(parsed);
    at += parsed.from === undefined ? 2 : 3;
  }
  const counts = readCounts(parts.slice(at));
  const sizes = await sizesOf(git, raw);
  return raw.map((change) =>
    Object.assign(change, counts.get(change.path) ?? NO_LINES, { size: sizes.get(change.blob) ?? 0 }),
  );
}

type RawChange = Omit<Change, 'binary' | 'added' | 'deleted' | 'size'>;

function parseRaw(parts: readonly string[], at: number): RawChange {
  const [oldMode = '', mode = '', , blob = '', letter = ''] = (parts[at] ?? '').slice(1).split(' ');
  const first = parts[at + 1] ?? '';
  switch (letter.charAt(0)) {
    case 'R':
      return { path: parts[at + 2] ?? '', from: first, status: 'R', oldMode, mode, blob };
    case 'A':
      return { path: first, status: 'A', oldMode, mode, blob };
    case 'D':
      return { path: first, status: 'D', oldMode, mode, blob };
    default:
      return { path: first, status: 'M', oldMode, mode, blob };
  }
}

type Counts = Pick<Change, 'added' | 'deleted' | 'binary'>;
const NO_LINES: Counts = { added: 0, deleted: 0, binary: false };

/** `added TAB deleted TAB path`, or with an empty path and then the old and the new one for a rename; `-` for binary. */
function readCounts(parts: readonly string[]): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (let i = 0; i < parts.length; i += 1) {
    const [added = '', deleted = '', ...rest] = (parts[i] ?? '').split('\t');
    let name = rest.join('\t');
    if (name === '') {
      name = parts[i + 2] ?? '';
      i += 2;
    }
    const binary = added === '-';
    counts.set(name, { binary, added: binary ? 0 : Number(added), deleted: binary ? 0 : Number(deleted) });
  }
  return counts;
}

async function sizesOf(git: Git, raw: readonly RawChange[]): Promise<Map<string, number>> {
  const blobs = raw.filter((c) => c.status !== 'D' && c.mode !== '160000').map((c) => c.blob);
  if (blobs.length === 0) {
    return new Map();
  }
  const args = ['cat-file', '--batch-check=%(objectname) %(objectsize)'];
  const output = (await call(git, args, { input: `${blobs.join('\n')}\n` })).toString('latin1');
  return new Map(output.split('\n').map((row) => [row.split(' ')[0] ?? '', Number(row.split(' ')[1])]));
}
