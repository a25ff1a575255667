import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freshFile } from '../support/fresh-file.js';

const bin = fileURLToPath(new URL('../bin/notes.js', import.meta.url));
const run = promisify(execFile);

test('adds and sums up from the command line', async (t) => {
  const env = { ...process.env, NOTES_FILE: await freshFile(t) };
  const added = await run(process.execPath, [bin, 'add', 'shopping', 'two lemons'], { env });
  assert.equal(added.stdout, 'shopping: 1\n');
  const summed = await run(process.execPath, [bin, 'summary'], { env });
  assert.equal(summed.stdout, 'shopping: 1\n');
});

test('tells how it is used', async () => {
  await assert.rejects(run(process.execPath, [bin, 'ad']), { code: 2, stderr: /^usage: / });
});
