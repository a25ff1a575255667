import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type Appendable, appender, openAppender } from '../../src/io/append.ts';
import { folder } from './git/repository.ts';

const run = promisify(execFile);

/** A real file whose calls can be counted, held up and made to fail: a disk as it can be. */
async function disk(file: string, faults: { write?: () => void; sync?: () => Promise<void> } = {}) {
  const handle = await open(file, 'a');
  const calls = { writes: 0, syncs: 0 };
  const appendable: Appendable = {
    write: async (bytes, offset, length) => {
      calls.writes += 1;
      // Short writes are allowed, and happen when the disk is nearly full.
      const written = await handle.write(bytes, offset, Math.min(length, 7));
      faults.write?.();
      return written;
    },
    datasync: async () => {
      calls.syncs += 1;
      await faults.sync?.();
      await handle.datasync();
    },
    truncate: async (size) => handle.truncate(size),
    close: async () => handle.close(),
  };
  return { appendable, calls };
}

test('lines that come during a sync share the next one', async () => {
  const file = path.join(await folder(), 'log');
  const released = new AbortController();
  const held = once(released.signal, 'abort').then(() => undefined);
  const { appendable, calls } = await disk(file, { sync: async () => held });
  const log = appender(appendable, 0);
  const first = log.append('first');
  await expect.poll(() => calls.syncs).toBe(1);
  const rest = Array.from({ length: 20 }, async (_, i) => log.append(String(i)));
  released.abort();
  await Promise.all([first, ...rest]);
  await log.close();
  expect(calls.syncs).toBe(2);
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(22);
});

test('a write that fails half-way leaves what was promised, refuses the rest and everything after', async () => {
  const file = path.join(await folder(), 'log');
  await writeFile(file, 'old\n');
  let full = false;
  const fail = (): void => {
    if (full) {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    }
  };
  const { appendable } = await disk(file, { write: fail });
  const log = appender(appendable, 4);
  await log.append('kept for good');
  full = true;
  const lost = await Promise.allSettled([log.append('lost, half of it written'), log.append('lost too')]);
  full = false;
  expect(lost.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  await expect(log.append('later')).rejects.toThrow(/nothing more can be recorded: ENOSPC/);
  await log.close();
  expect(await readFile(file, 'utf8')).toBe('old\nkept for good\n');
});

test('a sync that fails is not tried again: the line was not promised and is taken back', async () => {
  const file = path.join(await folder(), 'log');
  const { appendable } = await disk(file, {
    sync: async () => Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })),
  });
  const log = appender(appendable, 0);
  await expect(log.append('one')).rejects.toThrow(/EIO/);
  await log.close();
  expect(await readFile(file, 'utf8')).toBe('');
});

test('a disk that is really full', async ({ skip }) => {
  const mount = path.join(await folder(), 'small');
  await mkdir(mount);
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', mount]).then(
    () => true,
    () => false,
  );
  skip(!mounted, 'no right to mount a small disk here');
  onTestFinished(async () => {
    await run('umount', [mount]);
  });
  const file = path.join(mount, 'log');
  const log = await openAppender(file, 'create');
  await log.append('first');
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, async () => log.append('x'.repeat(1000))),
  );
  await log.close();
  expect(results.some((result) => result.status === 'rejected')).toBe(true);
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  expect(lines).toHaveLength(1 + results.filter((result) => result.status === 'fulfilled').length);
});

test('closing waits for what is under way', async () => {
  const file = path.join(await folder(), 'log');
  const log = await openAppender(file, 'create');
  const last = log.append('last');
  await log.close();
  await last;
  expect(await readFile(file, 'utf8')).toBe('last\n');
});

test('a line that need not be durable costs no sync, and keeps its place before one that must be', async () => {
  const file = path.join(await folder(), 'log');
  const { appendable, calls } = await disk(file);
  const log = appender(appendable, 0);
  await log.append('noted', 'written');
  expect([calls.syncs, await readFile(file, 'utf8')]).toEqual([0, 'noted\n']);
  await Promise.all([log.append('noted too', 'written'), log.append('fact'), log.append('last', 'written')]);
  expect([calls.syncs, await readFile(file, 'utf8')]).toEqual([1, 'noted\nnoted too\nfact\nlast\n']);
  await log.close();
});
