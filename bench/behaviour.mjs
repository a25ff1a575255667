// What users of such programs ran into, and the tests that show how this one behaves: runs those tests and prints how many
// cases of each section pass; the rest is named with its reason.
//   npm run build && node bench/behaviour.mjs [section ...]
// The map is bench/behaviour/*.json, one file a section, named by it: a case is met when every test that it names passes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = path.join(root, 'bench/behaviour');
const wanted = process.argv.slice(2);
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
  const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
  rmSync(dir, { recursive: true, force: true });
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ file: path.relative(root, file), fullName, status })),
  );
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

const results = run(sections.flatMap(({ cases }) => cases.flatMap(({ tests = [] }) => tests)));
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
