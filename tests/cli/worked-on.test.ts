import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workedOn } from '../../src/cli/runs.ts';
import { acquireLock } from '../../src/io/lock.ts';
import { folder } from '../io/git/repository.ts';

const all = [{ id: 'newest' }, { id: 'older' }];

async function held(run: string): Promise<string> {
  const lock = join(await folder(), 'lock');
  const acquired = await acquireLock({ file: lock, run, env: process.env });
  if ('lock' in acquired) {
    onTestFinished(async () => acquired.lock.release());
  }
  return lock;
}

test('a run is worked on that holds the lock by its name, and no other one', async () => {
  expect(await workedOn({ lock: await held('older') }, all)).toBe('older');
});

test('a holder that has no name yet works on the newest run', async () => {
  expect(await workedOn({ lock: await held('') }, all)).toBe('newest');
});

test('where nobody holds the lock, no run is worked on', async () => {
  expect(await workedOn({ lock: join(await folder(), 'lock') }, all)).toBeNull();
});
