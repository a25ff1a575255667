import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { attempted, refused } from './refusal.ts';
import { checkpoint, done, expectExit, plans, scene, writes } from './scene.ts';

const inRepo = async (bytes: Uint8Array | string) => {
  const at = await scene({ spec: null });
  await writeFile(path.join(at.repo.root, 'spec.md'), bytes);
  return at;
};
const utf16 = (text: string, mark = '\uFEFF') => Buffer.from(mark + text, 'utf16le');

test.concurrent.each([
  { name: 'empty', bytes: '', says: [/spec\.md is empty/, /one sentence is enough/] },
  { name: 'white space', bytes: ' \n\t\r\n', says: [/spec\.md holds nothing but white space/] },
  { name: 'binary', bytes: Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]), says: [/binary/] },
  {
    name: 'of invalid bytes',
    bytes: Buffer.from('# Caf\xe9\n\nDo it.\n', 'latin1'),
    says: [/not valid UTF-8: byte 0xe9 at offset 5, line 1/, /Save it as UTF-8/],
  },
  { name: 'in UTF-16 without a mark', bytes: utf16('# Do it\n', ''), says: [/spec\.md/] },
  { name: 'too large', bytes: 'x'.repeat(1_100_000), says: [/1,100,000 bytes/, /split it/] },
])('a spec that is $name is refused', async ({ bytes, says }) => {
  expect(await attempted(await inRepo(bytes), ['spec.md'])).toEqual(refused(2, ...says));
});

test.concurrent('a spec that is not there, or is a folder, is named with the way on', async () => {
  const at = await scene({ spec: null });
  await mkdir(path.join(at.repo.root, 'specs'));
  expect(await attempted(at, ['missing.md'])).toEqual(
    refused(2, /missing\.md does not exist/, /- to read .*stdin/),
  );
  expect(await attempted(at, ['specs'])).toEqual(refused(2, /specs is a directory/, /one markdown file/));
  expect(await attempted(at, ['-'], { input: '' })).toEqual(refused(2, /stdin is empty/));
});

test.concurrent('a command without a spec is told what is missing', async () => {
  const at = await scene({ spec: null });
  expect(await attempted(at, ['run'])).toEqual(refused(2, /spec/));
  expect(await attempted(at, [])).toEqual(refused(2, /spec/));
});

test.concurrent.each([
  { name: 'UTF-16 with a mark', bytes: utf16('# Größe\r\n\r\n1. Change it.\r\n') },
  { name: 'UTF-8 with a mark and Windows line ends', bytes: '\uFEFF# Größe\r\n\r\n1. Change it.\r\n' },
])('a spec in $name is read as its text', async ({ bytes }) => {
  const at = await scene({
    spec: null,
    script: { planner: [plans(checkpoint('c1'))], coder: [writes('a.txt', 'more\n'), done()] },
  });
  const ran = await at.run(['-'], { input: typeof bytes === 'string' ? Buffer.from(bytes) : bytes });
  expect(ran.stderr).toContain('Größe');
  expectExit(ran, 0);
  expect(at.sent('planner')[0]?.messages[1]?.content).toContain('# Größe\r\n\r\n1. Change it.\r\n');
});

test.concurrent('what stands in a spec reaches the planner byte for byte and is never run', async () => {
  const text = '# Costs $& $1 $` $$ {{x}} %s\n\n1. Say `touch ran-1` and $(touch ran-2) and ; touch ran-3\n';
  const at = await scene({
    spec: text,
    script: { planner: [plans(checkpoint('c1'))], coder: [writes('a.txt', 'more\n'), done()] },
  });
  const ran = await at.run(['spec.md', '--check', 'sh check.sh']);
  expectExit(ran, 0);
  expect(at.sent('planner')[0]?.messages[1]?.content).toContain(text.trimEnd());
  expect(await at.repo.git('status', '--porcelain', '--ignored')).toBe('?? spec.md');
});
