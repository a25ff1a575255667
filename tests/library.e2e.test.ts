import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';

const example = fileURLToPath(new URL('../docs/examples/library.mjs', import.meta.url));

let home = '';
beforeAll(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), 'orchestrate-library-')));
});
afterAll(async () => rm(home, { recursive: true, force: true }));

/** The built package, as a program that depends on it sees it. */
const run = async () =>
  execa(process.execPath, [example], {
    cwd: home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: home },
    extendEnv: false,
  });

test('the documented example runs as it stands, without a key and without settings', async () => {
  const { stdout } = await run();
  const lines = stdout.split('\n');
  // Calls of tools are kept beside what a run is made of.
  const events = lines.slice(0, -2).filter((type) => type !== 'tool.called');
  expect(events).toEqual([
    'run.started',
    'baseline.ran',
    'model.called',
    'plan.made',
    'attempt.started',
    'model.called',
    'model.called',
    'model.called',
    'attempt.submitted',
    'check.ran',
    'guard.ran',
    'model.called',
    'review.given',
    'checkpoint.landed',
    'run.checked',
    'run.ended',
  ]);
  expect(lines.at(-2)).toMatch(/^exit 0: 1 landed, on orchestrate\/\S+$/);
  expect(lines.at(-1)).toBe("console.log('Hello, world');");
});
