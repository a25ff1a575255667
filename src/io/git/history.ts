import { attempt, call, fields, type Git, GitError } from './call.ts';

/** Whether `older` is reachable from `newer`; a commit is its own ancestor. */
export async function isAncestor(git: Git, older: string, newer: string): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', older, newer];
  const result = await attempt(git, args);
  if (result.exitCode !== 0 && result.exitCode !== 1) {
    throw new GitError(args, result);
  }
  return result.exitCode === 0;
}

export type Logged = {
  readonly commit: string;
  readonly parents: readonly string[];
  readonly author: Readonly<{ name: string; email: string }>;
  /** ISO 8601. */
  readonly at: string;
  readonly subject: string;
  readonly body: string;
  /** `Key: value` lines of the last paragraph of the body. */
  readonly trailers: Readonly<Record<string, string>>;
};

/** The commits of `base..head`, oldest first. */
export async function log(git: Git, base: string, head: string): Promise<Logged[]> {
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%aI%x00%s%x00%b';
  const args = [
    'log',
    '-z',
    '--reverse',
    '--topo-order',
    '--no-decorate',
    '--no-show-signature',
    '--no-patch',
    format,
  ];
  const parts = fields(Buffer.concat([await call(git, [...args, `${base}..${head}`]), Buffer.from('\0')]));
  const found: Logged[] = [];
  for (let i = 0; i + 6 < parts.length; i += 7) {
    const [commit = '', parents = '', name = '', email = '', at = '', subject = '', body = ''] = parts.slice(
      i,
      i + 7,
    );
    found.push({
      commit,
      parents: parents.split(' ').filter(Boolean),
      author: { name, email },
      at,
      subject,
      body: body.trim(),
      trailers: trailersOf(body),
    });
  }
  return found;
}

function trailersOf(body: string): Record<string, string> {
  const last =
    body
      .trim()
      .split(/\n{2,}/)
      .at(-1) ?? '';
  const rows = last.split('\n').map((row) => /^([A-Za-z][A-Za-z0-9-]*): (.*)$/.exec(row));
  return rows.some((row) => row === null)
    ? {}
    : Object.fromEntries(rows.map((row) => [row?.[1] ?? '', row?.[2] ?? '']));
}
