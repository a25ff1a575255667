import { createHash } from 'node:crypto';
import { call, type Git } from './call.ts';
import { changes } from './changes.ts';

export type DiffOptions = {
  readonly base: string;
  readonly commit: string;
  /** Unchanged lines around a change. Default 3. */
  readonly context?: number;
  /** Only these paths, taken literally. */
  readonly paths?: readonly string[];
};

const FORM = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-relative',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--find-renames',
  '--diff-algorithm=histogram',
  '--indent-heuristic',
  '--inter-hunk-context=0',
  '--submodule=short',
  '--ignore-submodules=none',
];

/**
 * The diff of two commits as unified text. The same for everybody: neither configuration nor attributes, which the commit
 * itself may bring along, can hide or reshape a part of it.
 */
export async function diff(git: Git, options: DiffOptions): Promise<string> {
  const args = [
    'diff-tree',
    '-r',
    '-p',
    ...FORM,
    `--unified=${String(options.context ?? 3)}`,
    options.base,
    options.commit,
  ];
  return (await call(git, [...args, '--', ...(options.paths ?? [])])).toString('utf8');
}

/**
 * A hash of what a commit does to its base: equal for two commits that make the same edits in other places of their files.
 * Unlike git's own patch id it counts white space, which carries meaning in many languages.
 */
export async function patchId(git: Git, base: string, commit: string): Promise<string> {
  const [text, listed] = await Promise.all([diff(git, { base, commit }), changes(git, base, commit)]);
  const hash = createHash('sha256');
  for (const row of text.split('\n')) {
    if (!row.startsWith('index ')) {
      hash.update(`${row.replace(/^@@ .*$/, '@@')}\n`);
    }
  }
  for (const change of listed.filter((c) => c.binary)) {
    hash.update(`${change.path}\0${change.blob}\n`);
  }
  return hash.digest('hex');
}
