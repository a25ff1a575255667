// Takes one protection of the sandbox away at a time and plays the attack cases: each should be missed by at least one.
// All of it runs in a sandbox of its own, since without a protection an attack reaches what is outside.
//
//   node bench/removals.mjs [protection …]     (as root; needs the outside cases; ORCHESTRATE_CASES says where they are)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'removals-'));
const player = join(folder, 'player.mjs');
spawnSync(process.execPath, [join(import.meta.dirname, 'player.mjs'), player], { stdio: 'inherit' });
const all = JSON.parse(spawnSync(process.execPath, [player, '--protections'], { encoding: 'utf8' }).stdout);
const asked = process.argv.slice(2);
const protections = asked.length > 0 ? asked : ['', ...all];
const cases = resolve(process.env.ORCHESTRATE_CASES ?? '../shared/cases');
// Processes of their own that are fully shown: only where nothing of /proc is covered may a sandbox inside mount its own.
const outer = [
  '-m -p -f -n -i --mount-proc --kill-child bwrap --die-with-parent --unshare-user --uid 0 --gid 0'.split(
    ' ',
  ),
  '--ro-bind / / --bind /proc /proc --dev /dev --tmpfs /var/tmp --bind /sys /sys'.split(' '),
  ['--bind', folder, folder, '--setenv', 'TMPDIR', folder, '--setenv', 'ORCHESTRATE_CASES', cases],
].flat();
const rows = protections.map((protection) => {
  const ran = spawnSync('unshare', [...outer, process.execPath, player, protection], { encoding: 'utf8' });
  const line = ran.stdout.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) {
    return {
      'taken away': protection,
      'gets through': `could not be played: ${ran.stderr.trim().slice(-200)}`,
    };
  }
  const { count, failures } = JSON.parse(line);
  const ids = [...new Set(failures.map((failure) => failure.split(':')[0]))];
  console.log(`${protection || 'nothing'}: ${ids.join(', ') || 'none'}`);
  return {
    'taken away': protection === '' ? `nothing (${count} cases)` : protection,
    'gets through': ids.length === count ? 'nothing runs' : ids.slice(0, 6).join(', ') || 'none',
  };
});
console.table(rows);
rmSync(folder, { recursive: true, force: true });
