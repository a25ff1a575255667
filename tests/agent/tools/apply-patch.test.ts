import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolsIn } from './workbench.ts';
import { readTree, type Files } from './outside/tree.ts';

const envelope = (body: string): string => `*** Begin Patch\n${body}\n*** End Patch`;

async function patched(
  files: Files,
  patch: string,
): Promise<{ ok: boolean; text: string; tree: Record<string, string> }> {
  const { call, root } = await toolsIn(files);
  const result = await call('apply_patch', { patch });
  const tree = [...readTree(root)].map(([path, bytes]): [string, string] => [
    path,
    Buffer.from(bytes, 'latin1').toString(),
  ]);
  return { ...result, tree: Object.fromEntries<string>(tree) };
}

const update = (body: string): string => envelope(`*** Update File: f.txt\n${body}`);

test('adds, changes, moves and deletes in one go, and says what it did', async () => {
  const { ok, text, tree } = await patched(
    { 'a.txt': 'one\ntwo\n', 'b.txt': 'gone\n', 'c.txt': 'same\nold\n' },
    envelope(
      '*** Update File: a.txt\n@@\n one\n-two\n+zwei\n*** Delete File: b.txt\n*** Update File: c.txt\n*** Move to: d/c.txt\n@@\n-old\n+new\n*** Add File: e/f.txt\n+text',
    ),
  );
  expect(ok).toBe(true);
  expect(tree).toEqual({ 'a.txt': 'one\nzwei\n', 'd/c.txt': 'same\nnew\n', 'e/f.txt': 'text\n' });
  expect(text.split('\n')).toEqual([
    'Patch applied:',
    'M a.txt (+1 -1)',
    'D b.txt',
    'R c.txt -> d/c.txt (+1 -1)',
    'A e/f.txt (+1)',
  ]);
});

test('a moved file keeps its mode', async () => {
  const { call, root } = await toolsIn({ 'run.sh': 'a\n' });
  chmodSync(join(root, 'run.sh'), 0o755);
  await call('apply_patch', { patch: envelope('*** Update File: run.sh\n*** Move to: bin/run.sh\n-a\n+b') });
  expect(statSync(join(root, 'bin/run.sh')).mode & 0o777).toBe(0o755);
});

describe('finds the place', () => {
  test.each([
    [
      'by stacked anchors',
      'class A\n  f\n    x\nclass B\n  f\n    x\n',
      '@@ class B\n@@   f\n-    x\n+    y',
      'class A\n  f\n    x\nclass B\n  f\n    y\n',
    ],
    [
      'by an anchor said again',
      'class A\n  f\n    x\n  g\n    x\n',
      '@@ class A\n@@   f\n-    x\n+    1\n@@ class A\n@@   g\n-    x\n+    2',
      'class A\n  f\n    1\n  g\n    2\n',
    ],
    ['where the anchor is the first line', 'a\nf\nx\n', '@@ f\n f\n-x\n+y', 'a\nf\ny\n'],
    ['at the end of the file', 'm\na\nm\n', '-m\n+n\n*** End of File', 'm\na\nn\n'],
    ['below an anchor, for lines that only come in', 'a\nf\nz\n', '@@ f\n+new', 'a\nf\nnew\nz\n'],
    ['at the end, for lines without context', 'a\n', '+new', 'a\nnew\n'],
    ['whatever line numbers say', 'a\nb\n', '@@ -40,2 +40,2 @@ text\n a\n-b\n+c', 'a\nc\n'],
    [
      'where the blank line before the next hunk is none of the file',
      'a\nb\nc\n',
      '-a\n+x\n\n@@\n-c\n+z',
      'x\nb\nz\n',
    ],
  ])('%s', async (_, before, body, after) => {
    const { ok, tree } = await patched({ 'f.txt': before }, update(body));
    expect({ ok, tree }).toEqual({ ok: true, tree: { 'f.txt': after } });
  });

  test.each([
    ['blanks', 'a  \n  keep\t\n  old\n', ' a\n keep\n-  old\n+  new', 'a  \n  keep\t\n  new\n'],
    ['quotes', 'say(“x”) // ‘keep’\nold\n', ' say("x") // \'keep\'\n-old\n+new', 'say(“x”) // ‘keep’\nnew\n'],
    ['line ends', 'a\r\nb\r\n', ' a\n-b\n+c\n+d', 'a\r\nc\r\nd\r\n'],
    ['a missing last line end', 'a\nb', '-b\n+c\n+d', 'a\nc\nd'],
    ['a byte order mark', '\ufeffa\nb\n', '-a\n+x', '\ufeffx\nb\n'],
    ['a dollar sign', 'a\n', "-a\n+$& $1 $'", "$& $1 $'\n"],
  ])('and keeps what the file has: %s', async (_, before, body, after) => {
    const { ok, tree } = await patched({ 'f.txt': before }, update(body));
    expect({ ok, tree }).toEqual({ ok: true, tree: { 'f.txt': after } });
  });
});

test.each([
  ["apply_patch <<'EOF'\n", '\nEOF\n'],
  ['cat <<EOF\n', '\nEOF'],
  ['```\n', '\n```'],
  ['\n\n', '\n\n'],
])('takes off what is around it: %j', async (before, after) => {
  const { ok } = await patched({ 'f.txt': 'a\n' }, before + update('-a\n+b') + after);
  expect(ok).toBe(true);
});

describe('a refusal', () => {
  const before: Files = { 'f.txt': 'a\nconst b = 1\nc\n', 'g.txt': 'g\n' };

  test.each([
    [
      'a line that has no sign',
      update('@@\n a\nfoo\n+b'),
      /^line 5 of the patch: expected ' ', '\+', '-' or '@@', got "foo"/,
    ],
    ['an unknown header', envelope('*** Rename File: f.txt'), /^line 2 of the patch: expected a hunk header/],
    ['text after the end', `${update('-a\n+b')}\nand more`, /there is text after '\*\*\* End Patch'/],
    [
      'a missing end',
      '*** Begin Patch\n*** Update File: f.txt\n-a\n+b',
      /'\*\*\* End Patch', and it is missing/,
    ],
    [
      'a missing begin',
      'Here it is:\n*** Begin Patch',
      /^line 1 of the patch: expected '\*\*\* Begin Patch'/,
    ],
    [
      'a header without a path',
      envelope('*** Add File: \n+a'),
      /^line 2 of the patch: expected a hunk header/,
    ],
    ['nothing at all', envelope(''), /The patch is empty/],
    ['an update of nothing', envelope('*** Update File: f.txt'), /update of f\.txt is empty/],
    [
      'lines that are not there',
      update('@@\n-const b = 2\n+x'),
      /^f\.txt: could not find these lines:\nconst b = 2\nClosest lines 2-2:/,
    ],
    ['a missing anchor', update('@@ class X\n-c\n+x'), /could not find the anchor "@@ class X"/],
    [
      'hunks out of order',
      update('@@\n-c\n+z\n@@\n-a\n+x'),
      /They are at line 1; hunks have to be in the order/,
    ],
    ['the same lines twice', update('@@\n-c\n+y\n@@\n-c\n+z'), /could not find these lines/],
    [
      'a file that is not there',
      envelope('*** Update File: F.txt\n-a\n+b'),
      /F\.txt does not exist\. Did you mean f\.txt/,
    ],
    [
      'one path twice',
      envelope('*** Update File: f.txt\n-a\n+b\n*** Delete File: ./f.txt'),
      /are the same file/,
    ],
    ['a path outside', envelope('*** Add File: ../x\n+a'), /outside of the workspace/],
    ['a placeholder', update('-a\n+# ... rest of the file unchanged ...'), /adds the placeholder/],
    ['a folder', envelope('*** Delete File: .'), /is a directory/],
  ])('of %s says so, and that nothing changed', async (_, patch, message) => {
    const { ok, text, tree } = await patched(before, patch);
    expect(ok).toBe(false);
    expect(text).toMatch(message);
    expect(text).toMatch(/\nNo file was changed\.$/);
    expect(tree).toEqual(before);
  });

  test('of a later part leaves the earlier ones undone', async () => {
    const { tree } = await patched(
      before,
      envelope('*** Add File: n.txt\n+n\n*** Update File: g.txt\n-g\n+G\n*** Delete File: lost'),
    );
    expect(tree).toEqual(before);
  });
});

test('patches and edits of one file wait for each other', async () => {
  const { call, root } = await toolsIn({ 'f.txt': 'a\nb\nc\n' });
  const results = await Promise.all([
    call('apply_patch', { patch: update('-a\n+A') }),
    call('edit', { path: 'f.txt', old: 'b', new: 'B' }),
    call('apply_patch', { patch: update('-c\n+C') }),
  ]);
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(readFileSync(join(root, 'f.txt'), 'utf8')).toBe('A\nB\nC\n');
});

test('a line that names the machine is taken: there is only one', async () => {
  const { tree } = await patched(
    { 'f.txt': 'a' },
    envelope('*** Environment ID: local\n*** Delete File: f.txt'),
  );
  expect(tree).toEqual({});
});
