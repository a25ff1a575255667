// The outside cases of attacks and of ordinary work against the product, by kind: node bench/attacks.mjs
// They are found as the tests find them (ORCHESTRATE_CASES). As root they are played a second time as an ordinary user:
// some protections fail for the one only.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const cases = path.resolve(root, process.env['ORCHESTRATE_CASES'] ?? '../shared/cases');
const USER = '1234';

if (!existsSync(cases)) {
  console.error(`There are no cases at ${cases}; ORCHESTRATE_CASES names another place.`);
  process.exit(2);
}
const place = mkdtempSync(path.join(tmpdir(), 'attacks-'));
chmodSync(place, 0o755);
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  'tests/attack',
  '--configLoader',
  'runner',
  '--reporter=json',
];

function playAsMe() {
  const out = path.join(place, 'me.json');
  spawnSync(process.execPath, [...vitest, `--outputFile=${out}`], {
    cwd: root,
    env: { ...process.env, ORCHESTRATE_CASES: cases },
  });
  return out;
}

/** In a mount namespace of its own, where the user may read what lies in folders that are root's alone. */
function playAsUser() {
  const [repo, own, home] = ['repo', 'cases', 'home'].map((name) => path.join(place, name));
  [repo, own, home].forEach((folder) => mkdirSync(folder));
  const out = path.join(home, 'user.json');
  const script = [
    `mount --bind "$1" "${repo}" && mount --bind "$2" "${own}" && chown ${USER}:${USER} "${home}" && cd "${repo}"`,
    `exec setpriv --reuid ${USER} --regid ${USER} --clear-groups env -i PATH="$PATH" HOME="${home}" TMPDIR="${home}" ORCHESTRATE_CASES="${own}" "$3" ${vitest.join(' ')} --outputFile="${out}"`,
  ].join(' && ');
  const ran = spawnSync('unshare', ['-m', 'bash', '-c', script, 'bash', root, cases, process.execPath], {
    encoding: 'utf8',
  });
  if (!existsSync(out)) {
    console.log(`not played as an ordinary user: ${ran.stderr.split('\n').slice(0, 3).join(' ')}`);
    return undefined;
  }
  return out;
}

/** Held and all cases by kind, and the ids of those that are not held. */
function countsIn(file) {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const tests = testResults.flatMap((result) => result.assertionResults);
  const counts = new Map();
  for (const { ancestorTitles, title, status } of tests) {
    const kind = ancestorTitles.map((name) => /^attack (.+)$/.exec(name)?.[1]).find(Boolean);
    if (kind === undefined || status === 'skipped' || title.startsWith('has outside cases')) {
      continue;
    }
    const count = counts.get(kind) ?? { held: 0, all: 0, lost: [] };
    counts.set(kind, count);
    count.all += 1;
    count.held += status === 'passed' ? 1 : 0;
    count.lost.push(...(status === 'passed' ? [] : [title]));
  }
  return counts;
}

try {
  const isRoot = process.getuid?.() === 0;
  const mine = countsIn(playAsMe());
  const other = isRoot ? playAsUser() : undefined;
  const users = other === undefined ? undefined : countsIn(other);
  const columns = [
    { name: isRoot ? 'root' : 'user', counts: mine },
    ...(users ? [{ name: 'user', counts: users }] : []),
  ];
  const known = [...new Set(columns.flatMap(({ counts }) => [...counts.keys()]))].toSorted();
  console.log(['kind'.padEnd(18), ...columns.map(({ name }) => name.padStart(9))].join(''));
  for (const kind of known) {
    const cells = columns.map(({ counts }) =>
      `${counts.get(kind)?.held ?? 0}/${counts.get(kind)?.all ?? 0}`.padStart(9),
    );
    console.log([kind.padEnd(18), ...cells].join(''));
  }
  for (const { name, counts } of columns) {
    const lost = [...counts].flatMap(([kind, count]) => count.lost.map((id) => `${kind}: ${id}`));
    lost.forEach((line) => console.log(`not held as ${name}: ${line}`));
    process.exitCode = lost.length > 0 ? 1 : process.exitCode;
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
