// What users of such programs ran into, and the tests that show how this one behaves: runs those tests and prints how many
// cases of each section pass; the rest is named with its reason.
//   npm run build && node bench/behaviour.mjs [section ...] [--results reports/vitest.json]
// With --results it runs nothing, and looks at what a run of the whole suite has written.
// The map is bench/behaviour/*.json, one file a section, named by it: a case is met when every test that it names passes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = path.join(root, 'bench/behaviour');
const { values: given, positionals: wanted } = parseArgs({
  options: { results: { type: 'string' } },
  allowPositionals: true,
});
const say = (text) => process.stdout.write(`${text}\n`);

const sections = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name));

/** Every test of the named files that has run, by file and name: whether it passed. */
function run(tests) {
  const dir = mkdtempSync(path.join(tmpdir(), 'orchestrate-behaviour-'));
  const output = path.join(dir, 'results.json');
  const files = [...new Set(tests.map(({ file }) => file))];
  const names = [...new Set(tests.map(({ name }) => name))].map((name) =>
    name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  );
  const args = [
    'vitest',
    'run',
    '--reporter=json',
    `--outputFile=${output}`,
    '-t',
    names.join('|'),
    ...files,
  ];
  spawnSync('npx', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const found = read(output);
  rmSync(dir, { recursive: true, force: true });
  return found;
}

/** What vitest's JSON reporter wrote, here or in another checkout. */
function read(file) {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  return testResults.flatMap(({ name, assertionResults }) => {
    const below = name.slice(name.lastIndexOf('/tests/') + 1);
    return assertionResults.map(({ fullName, status }) => ({ file: below, fullName, status }));
  });
}

/** `passed`, or what is amiss: tests of a table share a name up to their rows, and all of them count. */
function standing({ tests = [], reason }, results) {
  if (tests.length === 0) {
    return reason ?? 'no test is named';
  }
  for (const { file, name } of tests) {
    const ran = results.filter((r) => r.file === file && r.fullName.includes(name) && r.status !== 'pending');
    if (ran.length === 0) {
      return `no such test has run: ${file}: ${name}`;
    }
    const failed = ran.find((r) => r.status !== 'passed');
    if (failed) {
      return `fails: ${file}: ${failed.fullName}`;
    }
  }
  return 'passed';
}

const results = given.results
  ? read(path.resolve(given.results))
  : run(sections.flatMap(({ cases }) => cases.flatMap(({ tests = [] }) => tests)));
let open = 0;
for (const { name, title, cases } of sections) {
  const stood = cases.map((one) => ({
    theme: one.theme,
    reason: one.reason,
    standing: standing(one, results),
  }));
  const rest = stood.filter((one) => one.standing !== 'passed');
  open += rest.filter((one) => one.reason === undefined).length;
  say(`${name.padEnd(10)} ${String(stood.length - rest.length).padStart(3)} of ${stood.length}  ${title}`);
  rest.forEach((one) => say(`    ${one.theme}: ${one.standing}`));
}
process.exitCode = open === 0 ? 0 : 1;
