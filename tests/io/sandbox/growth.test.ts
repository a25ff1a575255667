import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchGrowth } from '../../../src/io/sandbox/growth.ts';

const MB = 1024 * 1024;

test('what fills the disk beyond its limit is told of, what stays below is not', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'growth-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  let told = 0;
  const watch = (mostBytes: number, onTooMuch: () => void): void => {
    onTestFinished(watchGrowth({ folders: [folder], mostBytes, onTooMuch }));
  };
  watch(1_000 * MB, () => {
    throw new Error('it was little');
  });
  watch(2 * MB, () => {
    told += 1;
  });
  // The first look has to be over: growth is counted from there.
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  await writeFile(path.join(folder, 'big'), Buffer.alloc(24 * MB, 'x'));
  await expect.poll(() => told, { timeout: 10_000 }).toBeGreaterThan(0);
});
