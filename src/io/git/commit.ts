import { call, type Git } from './call.ts';

export type Trailers = Readonly<Record<string, string>>;

export type CommitOptions = {
  readonly tree: string;
  readonly parents: readonly string[];
  /** Any text; it reaches git by stdin. */
  readonly message: string;
  readonly trailers?: Trailers;
  /** Whose work it is and when, as git's `GIT_AUTHOR_*` (and `GIT_COMMITTER_*`) variables. Default: the user, now. */
  readonly author?: Readonly<Record<string, string>>;
};

/** Writes a commit object and returns its id. No ref moves, no hook runs, nothing is signed. */
export async function writeCommit(git: Git, options: CommitOptions): Promise<string> {
  const parents = options.parents.flatMap((parent) => ['-p', parent]);
  const id = await call(git, ['commit-tree', ...parents, '-F', '-', options.tree], {
    input: withTrailers(options.message, options.trailers ?? {}),
    ...(options.author ? { env: options.author } : {}),
  });
  return id.toString('latin1').trim();
}

function withTrailers(message: string, trailers: Trailers): string {
  const body = message.replaceAll('\0', '').trim() || 'no message';
  const lines = Object.entries(trailers).map(
    ([key, value]) => `${key}: ${value.replace(/\s+/g, ' ').trim()}`,
  );
  return `${[body, lines.join('\n')].filter(Boolean).join('\n\n')}\n`;
}

/** Id of the tree of a commit. */
export async function treeOf(git: Git, commit: string): Promise<string> {
  return (await call(git, ['rev-parse', '--verify', `${commit}^{tree}`])).toString('latin1').trim();
}

type Identity = Readonly<Record<string, string>>;

/** Message, author and committer of a commit, so that a rewritten one keeps them. */
export async function readCommit(
  git: Git,
  commit: string,
): Promise<{ readonly message: string; readonly author: Identity; readonly committer: Identity }> {
  const args = [
    'log',
    '-1',
    '-z',
    '--no-show-signature',
    '--no-decorate',
    '--format=%an%n%ae%n%ad%n%cn%n%ce%n%cd%n%B',
    '--date=raw',
    commit,
  ];
  const [an = '', ae = '', ad = '', cn = '', ce = '', cd = '', ...message] = (await call(git, args))
    .toString('utf8')
    .replace(/\0$/, '')
    .split('\n');
  return {
    message: message.join('\n'),
    author: { GIT_AUTHOR_NAME: an, GIT_AUTHOR_EMAIL: ae, GIT_AUTHOR_DATE: ad },
    committer: { GIT_COMMITTER_NAME: cn, GIT_COMMITTER_EMAIL: ce, GIT_COMMITTER_DATE: cd },
  };
}
