import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectExit, scene } from './scene.ts';

/** Throws where nobody catches, once the program is under way. */
const FAULT = `data:text/javascript,${encodeURIComponent(
  "if (process.argv[2] === 'log') setTimeout(() => { throw new Error('key is ' + process.env.SOME_TOKEN + Buffer.from(process.env.SOME_TOKEN).toString('hex')); }, 400)",
)}`;

test.concurrent('a fault that nobody caught is told with a file of details that holds no key', async () => {
  const at = await scene({ script: {} });
  await at.run(['spec.md', '--check', 'sh check.sh']);
  const env = { NODE_OPTIONS: `--import=${FAULT}`, SOME_TOKEN: 'very-secret-token' };
  const ran = await at.run(['log', '--follow', '--json'], { env });
  expectExit(ran, 70);
  expect(ran.stderr).toMatch(/this is a bug in orchestrate: Error: key is \*{6}\nWhat is done is saved/);
  const file = /The details are in (\S+)\.\n?/.exec(ran.stderr)?.[1] ?? '';
  expect(await readFile(file, 'utf8')).toMatch(
    /^orchestrate [\d.]+, node v[\d.]+, \w+\nError: key is \*{6}\n/,
  );
  expect(ran.records.at(-1)).toMatchObject({ type: 'end', outcome: 'crashed', exit: 70 });
});
