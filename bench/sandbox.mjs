// What a command costs more in the sandbox: the same command plain and confined, in turns, through the very function that
// runs the commands of coders.
//
//   node bench/sandbox.mjs [--runs 50]
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '50' } } });
const runs = Number(values.runs);
const folder = await mkdtemp(join(tmpdir(), 'bench-sandbox-'));
const source = (name) => resolve(import.meta.dirname, '../src/io', name);
const parts = {
  shell: 'shell.ts',
  sandbox: 'sandbox/sandbox.ts',
  host: 'sandbox/host.ts',
  environment: 'environment.ts',
};
const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(parts).map(([name, file]) => [name, source(file)])),
  platform: 'node',
  logLevel: 'silent',
});
await bundle.write({ dir: join(folder, 'lib'), format: 'esm' });
const load = async (name) => import(join(folder, 'lib', `${name}.js`));
const [{ shell }, { openSandbox }, { lookAtHost }, { childEnvironment }] = await Promise.all(
  Object.keys(parts).map(load),
);

const env = childEnvironment(process.env);
const place = { root: join(folder, 'work'), temporary: join(folder, 'tmp'), home: join(folder, 'home') };
await Promise.all(Object.values(place).map(async (one) => mkdir(one)));
const node = process.execPath;
const began = performance.now();
const host = await lookAtHost({
  env,
  home: process.env.HOME ?? '/',
  programs: [node],
  etc: await readdir('/etc'),
});
const sandbox = openSandbox({ host, node });
const opened = performance.now() - began;
const wrap = sandbox.enter({ ...place, homeIs: 'kept', readOnly: [] });

const once = async (command, more) => {
  const at = performance.now();
  await shell(command, { cwd: place.root, env, log: join(folder, 'log'), ...more });
  return performance.now() - at;
};
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];

const rows = [];
for (const command of ['true', 'git --version', 'node -e 0', 'sleep 0.2']) {
  const [plain, confined] = [[], []];
  for (let i = 0; i < runs; i += 1) {
    plain.push(await once(command, {}));
    confined.push(await once(command, { wrap }));
  }
  const [without, within] = [median(plain), median(confined)];
  rows.push({
    command,
    'plain ms': without.toFixed(1),
    'confined ms': within.toFixed(1),
    'more ms': (within - without).toFixed(1),
    ratio: (within / without).toFixed(2),
  });
}
console.log(`median of ${runs} runs; the sandbox was got ready once, in ${opened.toFixed(0)} ms`);
console.table(rows);
await rm(folder, { recursive: true, force: true });
