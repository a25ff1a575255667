// Takes one protection of the sandbox away at a time and plays the attack cases, and tells which test of this repository
// fails without it: each should be missed by at least one. All of it runs in a sandbox of its own, since without a protection an attack reaches what is outside.
//
//   node bench/removals.mjs [protection …]     (as root; needs the outside cases; ORCHESTRATE_CASES says where they are)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
/** The tests of the repository, each of which sees that a sign of one protection is gone with it. */
const results = join(folder, 'tests.json');
const root = join(import.meta.dirname, '..');
spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'tests/io/sandbox/protections.e2e.test.ts',
    '--reporter=json',
    `--outputFile=${results}`,
  ],
  { cwd: root, stdio: 'ignore' },
);
const tests = JSON.parse(readFileSync(results, 'utf8')).testResults.flatMap((file) => file.assertionResults);
const testOf = (protection) =>
  tests.find(
    ({ status, title }) => status === 'passed' && title === `'${protection}' is missed when it is left out`,
  );

const rows = protections.map((protection) => {
  const ran = spawnSync('unshare', [...outer, process.execPath, player, protection], { encoding: 'utf8' });
  const line = ran.stdout.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) {
    return {
      'taken away': protection,
      'gets through': `could not be played: ${ran.stderr.trim().slice(-200)}`,
      'its own test': testOf(protection)?.title ?? '',
    };
  }
  const { count, failures } = JSON.parse(line);
  const ids = [...new Set(failures.map((failure) => failure.split(':')[0]))];
  console.log(`${protection || 'nothing'}: ${ids.join(', ') || 'none'}`);
  return {
    'taken away': protection === '' ? `nothing (${count} cases)` : protection,
    'gets through': ids.length === count ? 'nothing runs' : ids.slice(0, 6).join(', ') || 'none',
    'its own test': testOf(protection)?.title ?? '',
  };
});
console.table(rows);
const missed = rows.filter(
  (row, i) => protections[i] !== '' && row['gets through'] === 'none' && row['its own test'] === '',
);
console.log(
  missed.length === 0
    ? 'each is missed by a case or a test'
    : `missed by nothing: ${missed.map((row) => row['taken away']).join(', ')}`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
rmSync(folder, { recursive: true, force: true });
