/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-type-assertion, typescript/require-array-sort-compare, typescript/restrict-template-expressions -- plain JavaScript */
// All outside cases of `edit` in one session, one file each, side by side: time, and files that are not what they should be.
// Usage: node bench/tools/edits.mjs   (needs the cases: ORCHESTRATE_CASES, or ../shared/cases)
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { load } from './load.mjs';

const path = resolve(process.env.ORCHESTRATE_CASES ?? '../shared/cases', 'tool/edit.json');
if (!existsSync(path)) {
  process.stdout.write(`skipped: ${path} is absent\n`);
  process.exit(0);
}
const cases = JSON.parse(readFileSync(path, 'utf8'));

function bytesOf(value) {
  if (typeof value === 'string') {
    return Buffer.from(value, 'utf8');
  }
  if (value.base64 !== undefined) {
    return Buffer.from(value.base64, 'base64');
  }
  return Buffer.from(
    `${value.prefix ?? ''}${(value.repeat ?? '').repeat(value.times ?? 0)}${value.suffix ?? ''}`,
  );
}

const parent = mkdtempSync(join(tmpdir(), 'bench-edits-'));
const root = join(parent, 'tree');
const { createTools } = await load('agent/tools/create-tools.ts');
mkdirSync(root);
for (const { id, files } of cases) {
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(root, id, name)), { recursive: true });
    writeFileSync(join(root, id, name), bytesOf(value));
  }
}
const set = await createTools({
  root,
  logs: join(parent, 'logs'),
  env: { PATH: process.env.PATH },
  names: ['edit', 'read'],
});
const [edit, read] = set.tools;
const signal = new AbortController().signal;
const start = performance.now();
const results = await Promise.all(
  cases.map(async ({ id, args }) => {
    const target = `${id}/${args.path}`;
    await read.run({ path: target }, { signal });
    return edit.run({ ...args, path: target }, { signal });
  }),
);
const ms = performance.now() - start;
await set.close();

const same = (id, files) =>
  Object.entries(files).every(
    ([name, value]) =>
      existsSync(join(root, id, name)) && readFileSync(join(root, id, name)).equals(bytesOf(value)),
  );
let [changed, refused, corrupted] = [0, 0, 0];
cases.forEach(({ id, files, expect, accept = [] }, index) => {
  const { ok } = results[index];
  changed += ok ? 1 : 0;
  refused += ok ? 0 : 1;
  const wanted = [expect, ...accept].filter((each) => each.ok === ok);
  const isSound = ok ? wanted.some((each) => same(id, each.files)) : same(id, files);
  if (!isSound) {
    corrupted += 1;
    process.stdout.write(`not sound: ${id}\n`);
  }
});
rmSync(parent, { recursive: true, force: true });
process.stdout.write(
  `${cases.length} cases in one session: ${changed} changed, ${refused} refused, ${corrupted} corrupted; ${(ms / cases.length).toFixed(2)} ms a case (read and edit)\n`,
);
process.exitCode = corrupted === 0 ? 0 : 1;
