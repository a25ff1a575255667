import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeholderIn } from '../../../src/agent/tools/placeholder.ts';
import { toolsIn } from './workbench.ts';
import { readTree, type FileValue } from './outside/tree.ts';

test('makes a file and its folders, byte for byte', async () => {
  const { call, root } = await toolsIn({});
  const { text } = await call('write', { path: 'a/b.txt', content: 'x\r\ny\n\u0000' });
  expect(text).toBe('Created a/b.txt: 3 lines, 6 bytes.');
  expect(readFileSync(join(root, 'a/b.txt'), 'utf8')).toBe('x\r\ny\n\u0000');
});

test.each<[string, FileValue, string, Buffer]>([
  ['a byte order mark', '\ufeffold\n', 'new\n', Buffer.from('\ufeffnew\n')],
  ['line ends', 'a\r\nb\r\n', 'x\ny\n', Buffer.from('x\r\ny\r\n')],
  [
    'an old code page',
    { base64: Buffer.from('caf\xe9\n', 'latin1').toString('base64') },
    'thé\n',
    Buffer.from('th\xe9\n', 'latin1'),
  ],
])('keeps %s', async (_, before, content, after) => {
  const { call, root } = await toolsIn({ f: before });
  expect((await call('write', { path: 'f', content })).text).toMatch(/^Replaced f: /);
  expect(readFileSync(join(root, 'f')).equals(after)).toBe(true);
});

test('keeps the mode', async () => {
  const { call, root } = await toolsIn({ 'run.sh': 'a' });
  chmodSync(join(root, 'run.sh'), 0o755);
  await call('write', { path: 'run.sh', content: 'b' });
  expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755);
});

test.each([
  ['a directory', { path: 'src', content: 'x' }, /src is a directory/],
  ['a name that ends in a slash', { path: 'lib/', content: 'x' }, /names a directory/],
  ["git's own", { path: '.git/hooks/pre-commit', content: 'x' }, /git's own/],
  ['outside', { path: '../x', content: 'x' }, /outside of the workspace/],
  ['half a character', { path: 'x', content: '\ud800' }, /cannot hold/],
  [
    'a placeholder',
    { path: 'src/a.ts', content: 'a();\n// ... rest of the code ...\n' },
    /placeholder.*Write the complete file/,
  ],
])('does not write %s', async (_, input, message) => {
  const { call, root } = await toolsIn({ 'src/a.ts': 'a' });
  const { ok, text } = await call('write', input);
  expect(ok).toBe(false);
  expect(text).toMatch(message);
  expect([...readTree(root)]).toEqual([['src/a.ts', 'a']]);
});

test.each([
  '// ... existing code ...',
  '  # ... rest of file unchanged ...',
  '/* … remaining methods … */',
  '<!-- ... other items ... -->',
  '{/* ... existing props ... */}',
  '(rest of methods ...)',
  '[... previous content omitted ...]',
  '// ...',
  '# …',
  '-- ... same as before ...',
  '// ... imports ...',
  '// the rest of the code remains the same',
  '# remaining methods unchanged',
])('%s stands for lines left out', (line) => {
  expect(placeholderIn(`a\n${line}\nb`)).toBe(line.trim());
});

test.each([
  'const message = "loading...";',
  '...',
  'f(...args)',
  'return x; // ... rest',
  '// wait for the rest of the data',
  'const [first, ...rest] = list;',
  '  ...existing,',
  '# And so on...',
  '-- existing rows stay unchanged',
  '// the rest of the methods live in base.ts',
  'print("(rest of methods ...)")',
])('%s is a line like any other', (line) => {
  expect(placeholderIn(`a\n${line}\nb`)).toBeUndefined();
});

test('a placeholder that was there may stay, but not multiply', () => {
  expect(placeholderIn('# ... existing code ...', 'x\n# ... existing code ...')).toBeUndefined();
  expect(placeholderIn('# ... rest ...\n# ... rest ...', '# ... rest ...')).toBe('# ... rest ...');
});
