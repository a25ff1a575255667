import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { acquireLock, type Acquired, lockHolder } from '../../src/io/lock.ts';
import { isAlive, self } from '../../src/io/process-identity.ts';
import { folder } from './git/repository.ts';

const withFlock = { PATH: process.env['PATH'] ?? '' };
const without = { PATH: '/nowhere' };

/** A process that holds an exclusive flock on a file until it is killed. */
async function otherHolder(
  file: string,
): Promise<{ pid: number; kill(signal: NodeJS.Signals): Promise<void> }> {
  const child = spawn(
    'flock',
    [file, process.execPath, '-e', 'console.log(1); setInterval(() => {}, 1000)'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    },
  );
  const pid = child.pid ?? 0;
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    process.kill(-pid, signal);
    if (signal === 'SIGKILL') {
      await once(child, 'exit');
      // The helper's own child has the descriptor as well, and may take a moment longer to go.
      await vi.waitUntil(() => groupOf(pid) === 'gone', { timeout: 5000, interval: 10 });
    }
  };
  onTestFinished(async () =>
    child.exitCode === null && child.signalCode === null ? kill('SIGKILL') : undefined,
  );
  await once(child.stdout, 'data');
  return { pid, kill };
}

function groupOf(pid: number): 'there' | 'gone' {
  try {
    process.kill(-pid, 0);
    return 'there';
  } catch {
    return 'gone';
  }
}

const lockOf = (result: Acquired) => {
  if (result.kind !== 'acquired') {
    throw new Error('expected to get the lock');
  }
  return result;
};

describe.each([
  ['by the kernel', withFlock],
  ['by a file', without],
])('a lock kept %s', (_, env) => {
  const take = async (file: string, run: string) => acquireLock({ file, run, env });

  test('is held once, names its holder, and is free again after release', async () => {
    const file = path.join(await folder(), 'lock');
    const first = lockOf(await take(file, 'r1'));
    expect(first.reclaimed).toBeNull();
    expect(await take(file, 'r2')).toMatchObject({ kind: 'held', holder: { pid: process.pid, run: 'r1' } });
    expect(await lockHolder(file)).toMatchObject({ run: 'r1' });
    await first.lock.release();
    await first.lock.release();
    expect(await lockHolder(file)).toBeNull();
    const again = lockOf(await take(file, 'r3'));
    expect(again.reclaimed).toBeNull();
    await again.lock.release();
  });

  test('is taken over from a process that is gone, and from one whose number was used again', async () => {
    const file = path.join(await folder(), 'lock');
    const me = await self();
    const at = new Date().toISOString();
    for (const stale of [
      { ...me, pid: 2 ** 22 + 1, run: 'gone', at },
      { ...me, start: '1', run: 'reused', at },
      { ...me, boot: 'other', run: 'rebooted', at },
    ]) {
      await writeFile(env === without ? `${file}.pid` : file, JSON.stringify(stale));
      const taken = lockOf(await take(file, 'new'));
      expect(taken.reclaimed).toEqual(stale);
      await taken.lock.release();
    }
  });

  test('goes to one of many who try at once, stale or not', async () => {
    const dir = await folder();
    for (let round = 0; round < 12; round++) {
      const file = path.join(dir, String(round));
      await writeFile(env === without ? `${file}.pid` : file, JSON.stringify({ pid: 2 ** 22 + 1, round }));
      const results = await Promise.all(
        Array.from({ length: 8 }, async (__, i) => take(file, `r${String(i)}`)),
      );
      const winners = results.filter((result) => result.kind === 'acquired');
      expect(winners).toHaveLength(1);
      await Promise.all(winners.map(async (winner) => winner.lock.release()));
      expect(await lockHolder(file)).toBeNull();
    }
  });
});

test('the two ways see each other', async () => {
  const file = path.join(await folder(), 'lock');
  const first = lockOf(await acquireLock({ file, run: 'r1', env: without }));
  expect(await acquireLock({ file, run: 'r2', env: withFlock })).toMatchObject({
    kind: 'held',
    holder: { run: 'r1' },
  });
  await first.lock.release();
});

test('a frozen holder keeps the lock, a killed one does not', async () => {
  const file = path.join(await folder(), 'lock');
  const other = await otherHolder(file);
  await other.kill('SIGSTOP');
  expect((await acquireLock({ file, run: 'r', env: withFlock })).kind).toBe('held');
  await other.kill('SIGKILL');
  const taken = lockOf(await acquireLock({ file, run: 'r', env: withFlock }));
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid, run: 'r' });
  await taken.lock.release();
});

test('a child that outlives its parent’s lock does not hold it', async () => {
  const file = path.join(await folder(), 'lock');
  const first = lockOf(await acquireLock({ file, run: 'r1', env: withFlock }));
  const child = spawn('sleep', ['30'], { stdio: 'ignore', detached: true });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await first.lock.release();
  const second = await acquireLock({ file, run: 'r2', env: withFlock });
  expect(second.kind).toBe('acquired');
  await lockOf(second).lock.release();
});

test('a process that has ended and was not yet waited for is not alive', async () => {
  // The shell becomes the sleeper, which never waits for the child that the shell has left it.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 30'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => {
    parent.kill('SIGKILL');
  });
  const said: unknown[] = await once(parent.stdout, 'data');
  const pid = Number(String(said[0]));
  await expect
    .poll(async () => (await readFile(`/proc/${String(pid)}/stat`, 'utf8')).includes(') Z '), {
      timeout: 5000,
    })
    .toBe(true);
  expect(await isAlive({ ...(await self()), pid })).toBe(false);
});
