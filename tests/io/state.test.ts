import { mkdir, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRun, listRuns, repositoryState, stateRoot } from '../../src/io/state.ts';
import { folder } from './git/repository.ts';

async function emptyState() {
  const dir = await folder();
  return repositoryState(path.join(dir, 'state'), dir);
}

describe('where records lie', () => {
  test.each([
    [{ XDG_STATE_HOME: '/xdg', HOME: '/home/ada' }, 'linux', '/xdg/orchestrate'],
    [{ XDG_STATE_HOME: 'relative', HOME: '/home/ada' }, 'linux', '/home/ada/.local/state/orchestrate'],
    [{ XDG_STATE_HOME: '', HOME: '/Users/ada' }, 'darwin', '/Users/ada/.local/state/orchestrate'],
    [
      { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' },
      'win32',
      'C:\\Users\\ada\\AppData\\Local\\orchestrate',
    ],
  ] as const)('%o on %s', (env, platform, expected) => {
    expect(stateRoot(env, platform)).toBe(expected);
  });

  test('nowhere', () => {
    expect(() => stateRoot({ HOME: '' }, 'linux')).toThrow(/neither XDG_STATE_HOME nor HOME/);
  });

  test.skipIf(process.platform !== 'linux')('a place that takes no folders is told as one', async () => {
    await expect(repositoryState('/proc/state/of/mine', await folder())).rejects.toThrow(
      '/proc takes no folder',
    );
  });

  test('one place for a repository however it is reached, another for one of the same name', async () => {
    const dir = await folder();
    await mkdir(path.join(dir, 'a/my repo/.git'), { recursive: true });
    await mkdir(path.join(dir, 'b/my repo/.git'), { recursive: true });
    await symlink(path.join(dir, 'a'), path.join(dir, 'link'));
    const at = async (name: string) =>
      repositoryState(path.join(dir, 'state'), path.join(dir, name, 'my repo/.git'));
    const [real, linked, other] = [await at('a'), await at('link'), await at('b')];
    expect(linked).toEqual(real);
    expect(real.id).toMatch(/^my-repo-[\da-f]{10}$/);
    expect(other.id).not.toBe(real.id);
    expect((await stat(real.runs)).mode & 0o777).toBe(0o700);
  });
});

describe('runs', () => {
  test('ids are readable, unique when many start at once, and sort by when they were made', async () => {
    const here = await emptyState();
    const now = new Date('2026-11-29T19:47:30.000Z');
    const same = await Promise.all(Array.from({ length: 20 }, async () => createRun(here, now)));
    const later = await createRun(here, new Date('2026-11-29T19:47:59.999Z'));
    const setBack = await createRun(here, new Date('2026-11-29T18:46:59.999Z'));
    const again = await createRun(here, new Date('2026-11-29T18:47:10.000Z'));
    const ids = (await listRuns(here)).map((run) => run.id);
    expect(new Set(same.map((run) => run.id)).size).toBe(20);
    expect(ids).toHaveLength(23);
    expect(ids.slice(0, 3)).toEqual([again.id, setBack.id, later.id]);
    expect(later.id).toMatch(/^20261129-1947-[\da-z]{3}$/);
  });

  test('a run has a folder for the user alone; what is no run is not listed', async () => {
    const here = await emptyState();
    const run = await createRun(here);
    await mkdir(path.join(here.runs, 'notes'));
    expect((await stat(run.dir)).mode & 0o777).toBe(0o700);
    expect((await stat(run.transcripts)).isDirectory()).toBe(true);
    expect(path.dirname(run.journal)).toBe(run.dir);
    expect(await listRuns(here)).toEqual([run]);
  });
});
