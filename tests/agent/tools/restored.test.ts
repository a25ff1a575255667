import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { redactor } from '../../../src/domain/redaction/redactor.ts';
import { fake } from '../../attack/fakes.ts';
import { toolsIn } from './workbench.ts';

const hidden = redactor({
  known: [],
  tag: (value) => createHash('sha256').update(value).digest('hex').slice(0, 12),
});
const KEY = fake('github');
const FILE = `const key = "${KEY}";\nconst port = 1;\n`;
const SHOWN = hidden.hide(FILE);
const at = async () => {
  const bench = await toolsIn({ 'cfg.js': FILE, 'other.js': 'x\n' }, { redactor: hidden });
  return { ...bench, text: (name: string) => readFileSync(join(bench.root, name), 'utf8') };
};

test('a hidden value stays where it is, whichever tool changes what stands around it', async () => {
  const { call, text } = await at();
  const [line = ''] = SHOWN.split('\n');
  await call('edit', { path: 'cfg.js', old: `${line}\nconst port = 1;`, new: `${line}\nconst port = 2;` });
  expect(text('cfg.js')).toBe(FILE.replace('1;', '2;'));
  await call('write', { path: 'cfg.js', content: `// new\n${SHOWN}` });
  expect(text('cfg.js')).toBe(`// new\n${FILE}`);
  const patch = `*** Begin Patch\n*** Update File: cfg.js\n ${line}\n-const port = 1;\n+const port = 3;\n*** End Patch`;
  expect(await call('apply_patch', { patch })).toMatchObject({ ok: true });
  expect(text('cfg.js')).toBe(`// new\n${FILE.replace('1;', '3;')}`);
});

test('it goes to no other file, and overwrites nothing', async () => {
  const { call, text } = await at();
  const refused = {
    ok: false,
    text: expect.stringMatching(/\[redacted:github-token:.* stands for a secret that is not in/) as string,
  };
  expect(await call('write', { path: 'other.js', content: SHOWN })).toMatchObject(refused);
  expect(await call('write', { path: 'new.js', content: SHOWN })).toMatchObject(refused);
  expect(await call('edit', { path: 'other.js', old: 'x', new: SHOWN })).toMatchObject(refused);
  const patch = `*** Begin Patch\n*** Add File: new.js\n+${SHOWN.split('\n')[0] ?? ''}\n*** End Patch`;
  expect(await call('apply_patch', { patch })).toMatchObject(refused);
  expect([text('cfg.js'), text('other.js')]).toEqual([FILE, 'x\n']);
});

test('what a command prints reaches neither the model nor its log', async () => {
  const { call, logs } = await at();
  const { text } = await call('bash', {
    command: 'cat cfg.js; for i in $(seq 3000); do echo "line $i"; done; cat cfg.js',
  });
  expect(text).toContain('[redacted:github-token:');
  expect(text).not.toContain(KEY);
  const [log = ''] = /\S+\.log/.exec(text) ?? [];
  expect(log.startsWith(logs)).toBe(true);
  expect(readFileSync(log, 'utf8')).not.toContain(KEY);
});
