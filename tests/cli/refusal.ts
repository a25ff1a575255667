import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { Running, Scene } from './scene.ts';

/** Everything of a checkout that belongs to its user: HEAD, refs, stash, index and what git sees of the files. */
export async function looksOf({ repo }: Pick<Scene, 'repo'>) {
  const git = async (...args: string[]) => repo.git('--no-optional-locks', ...args).catch(String);
  const index = await readFile(path.join(repo.root, '.git/index')).catch(() => Buffer.alloc(0));
  return {
    head: await readFile(path.join(repo.root, '.git/HEAD'), 'utf8').catch(() => ''),
    refs: await git('for-each-ref'),
    stash: await git('stash', 'list'),
    index: createHash('sha256').update(index).digest('hex'),
    status: await git('status', '--porcelain=v1', '--untracked-files=all', '--ignored'),
  };
}

/** As `looksOf`, without the refs that a run may add. */
export async function userOf(at: Pick<Scene, 'repo'>) {
  const { refs, ...rest } = await looksOf(at);
  return { ...rest, refs: refs.split('\n').filter((ref) => !ref.includes('orchestrate/')) };
}

/** Everything that a call does which cannot begin. */
type Attempted = {
  readonly exit: unknown;
  readonly stderr: unknown;
  readonly records: unknown;
  /** Requests to a model. */
  readonly asked: unknown;
  /** Whether the checkout is as it was. */
  readonly untouched: unknown;
  /** Whether records of a run were begun. */
  readonly begun: unknown;
};

export async function attempted(at: Scene, args: readonly string[], more: Running = {}): Promise<Attempted> {
  const before = await looksOf(at);
  const { exit, stderr, records } = await at.run([...args, '--json'], more);
  const after = await looksOf(at);
  return {
    exit,
    stderr,
    records,
    asked: at.server.requests.length,
    untouched: JSON.stringify(after) === JSON.stringify(before),
    begun: existsSync(path.join(at.repo.home, 'state')),
  };
}

/** Told with this code and these words in one paragraph and in a last record, with nothing asked, begun or changed. */
export const refused = (exit: number, ...words: readonly RegExp[]): Attempted => ({
  exit,
  stderr: expect.stringMatching(new RegExp(words.map(({ source }) => `(?=[^]*${source})`).join(''))),
  records: [expect.objectContaining({ type: 'end', outcome: 'refused', exit })],
  asked: 0,
  untouched: true,
  begun: false,
});
