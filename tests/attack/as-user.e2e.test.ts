import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasBubblewrap } from '../bubblewrap.ts';
import { casesFile } from './cases.ts';

const ORDINARY = 65_533;
const canBeAnother = process.getuid?.() === 0 && hasBubblewrap && existsSync(casesFile('benign'));

// Some limits bind an ordinary user alone, and some rights are root's alone: one of them proves half.
test.skipIf(!canBeAnother)('an ordinary user is held as well', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'as-user-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o777);
  const player = path.join(folder, 'player.mjs');
  const bundler = path.resolve(import.meta.dirname, '../../bench/player.mjs');
  expect(spawnSync(process.execPath, [bundler, player], { encoding: 'utf8' }).stderr).toBe('');
  cpSync(path.dirname(casesFile('benign')), path.join(folder, 'cases', 'attack'), { recursive: true });
  const ran = spawnSync('/usr/bin/env', ['node', player], {
    cwd: folder,
    uid: ORDINARY,
    gid: ORDINARY,
    encoding: 'utf8',
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: folder,
      TMPDIR: folder,
      ORCHESTRATE_CASES: path.join(folder, 'cases'),
    },
  });
  expect(ran.stderr).toBe('');
  const played: unknown = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '');
  expect(played).toMatchObject({ failures: [] });
});
