import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRoot } from '../../../src/io/files.ts';
import { folder } from './folder.ts';

const SWAPPER = `
const fs = require('node:fs');
const [dir, away, outside] = process.argv.slice(1);
console.log('ready');
for (;;) {
  try { fs.renameSync(dir, away); fs.symlinkSync(outside, dir); } catch {}
  try { fs.unlinkSync(dir); fs.renameSync(away, dir); } catch {}
}`;

test.runIf(process.platform === 'linux')(
  'a folder that is swapped for a link meanwhile leads nowhere',
  async () => {
    const { root, parent } = folder({ 'd/f.txt': 'inside' }, { 'outside/f.txt': 'secret' });
    const swapper = spawn(
      process.execPath,
      ['-e', SWAPPER, join(root, 'd'), join(root, 'away'), join(parent, 'outside')],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    try {
      await new Promise((resolve) => {
        swapper.stdout.once('data', resolve);
      });
      const files = await openRoot(root);
      const seen = new Set<string>();
      const end = performance.now() + 1_500;
      let written = 0;
      while (performance.now() < end) {
        await files.read('d/f.txt').then(
          ({ bytes }) => seen.add(bytes.toString()),
          () => {},
        );
        const committed = await files
          .commit([{ path: 'd/f.txt', bytes: Buffer.from('written') }])
          .catch(() => []);
        written += committed.length;
        await files.commit([{ path: 'd/new.txt', bytes: Buffer.from('written') }]).catch(() => {});
      }
      expect(written).toBeGreaterThan(0);
      expect(seen.has('secret')).toBe(false);
    } finally {
      swapper.kill('SIGKILL');
    }
    expect(readFileSync(join(parent, 'outside/f.txt'), 'utf8')).toBe('secret');
    expect(existsSync(join(parent, 'outside/new.txt'))).toBe(false);
  },
);
