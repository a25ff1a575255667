// Takes one protection of the sandbox away at a time and plays the attack cases: each should be missed by at least one.
// All of it runs in a sandbox of its own, since without a protection an attack reaches what is outside.
//
//   node bench/removals.mjs            (needs the outside cases; ORCHESTRATE_CASES says where they are)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PROTECTIONS = [
  '',
  'user namespace',
  'pid namespace',
  'network namespace',
  'ipc namespace',
  'no further namespaces',
  'no capabilities',
  'fresh /proc',
  'own /dev',
  'read-only root',
  'read-only system',
  'protected files',
  'seccomp',
  'limits of a process',
  'limits of all processes',
  'watch on the disk',
];

const folder = mkdtempSync(join(tmpdir(), 'removals-'));
const player = join(folder, 'player.mjs');
spawnSync(process.execPath, [join(import.meta.dirname, 'player.mjs'), player], { stdio: 'inherit' });
const cases = resolve(process.env.ORCHESTRATE_CASES ?? '../shared/cases');
const outer = [
  '--unshare-user',
  '--uid',
  '0',
  '--gid',
  '0',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-net',
  '--ro-bind',
  '/',
  '/',
  '--proc',
  '/proc',
  '--dev',
  '/dev',
  '--tmpfs',
  '/var/tmp',
  '--bind',
  '/sys',
  '/sys',
  '--bind',
  folder,
  folder,
  '--setenv',
  'TMPDIR',
  folder,
  '--setenv',
  'ORCHESTRATE_CASES',
  cases,
];
const rows = PROTECTIONS.map((protection) => {
  const ran = spawnSync('bwrap', [...outer, process.execPath, player, protection], { encoding: 'utf8' });
  const line = ran.stdout.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) {
    return {
      'taken away': protection,
      'gets through': `could not be played: ${ran.stderr.trim().slice(-200)}`,
    };
  }
  const { count, failures } = JSON.parse(line);
  const ids = [...new Set(failures.map((failure) => failure.split(':')[0]))];
  return {
    'taken away': protection === '' ? `nothing (${count} cases)` : protection,
    'gets through': ids.slice(0, 6).join(', ') || 'none',
  };
});
console.table(rows);
rmSync(folder, { recursive: true, force: true });
