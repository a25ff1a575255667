import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePipe } from './outside/tree.ts';
import { toolsIn } from './workbench.ts';

describe('read', () => {
  test('numbers the lines, and says nothing more where that is all', async () => {
    const { call } = await toolsIn({ 'a.txt': 'one\n\ttwo\n' });
    expect(await call('read', { path: 'a.txt' })).toEqual({ ok: true, text: '    1\tone\n    2\t\ttwo' });
  });

  test('says first which lines it shows and how to go on', async () => {
    const { call } = await toolsIn({ 'a.txt': { lines: { template: 'l{n}', from: 1, to: 2500 } } });
    const { text } = await call('read', { path: 'a.txt' });
    expect(text.split('\n')[0]).toBe('Showing lines 1-2000 of 2500. Use offset=2001 to go on.');
    const rest = await call('read', { path: 'a.txt', offset: 2001 });
    expect(rest.text.split('\n').slice(0, 2)).toEqual(['Showing lines 2001-2500 of 2500.', ' 2001\tl2001']);
  });

  test('stops at 50 kB, between lines', async () => {
    const { call } = await toolsIn({ 'a.txt': { repeat: `${'x'.repeat(999)}\n`, times: 100 } });
    const { text } = await call('read', { path: 'a.txt' });
    expect(Buffer.byteLength(text)).toBeLessThan(50_200);
    expect(text).toMatch(/^Showing lines 1-49 of 100\. Use offset=50 to go on\.\n/);
  });

  test('cuts a long line and says how much of it is missing', async () => {
    const { call } = await toolsIn({ 'a.txt': { repeat: 'x', times: 2100 } });
    expect((await call('read', { path: 'a.txt' })).text).toMatch(
      /x\.\.\. \[line cut at 2000 characters, 100 more/,
    );
  });

  test.each([
    [
      'beyond the end',
      { path: 'a.txt', offset: 9 },
      /^Offset 9 is beyond the end of the file \(1 lines\)\.$/,
    ],
    ['of a directory', { path: 'src' }, /src is a directory\. Use list/],
    ['of a like name', { path: 'src/component.tsx' }, /does not exist\. Did you mean src\/Component\.tsx\?/],
    ['of a name elsewhere', { path: 'lib/util.ts' }, /Did you mean src\/deep\/util\.ts\?/],
    [
      'of another checkout',
      { path: '/home/me/repo/src/Component.tsx' },
      /Did you mean src\/Component\.tsx\?/,
    ],
    ['of nothing alike', { path: 'zzz.qqq' }, /^zzz\.qqq does not exist\.$/],
  ])('%s is a refusal that helps', async (_, input, message) => {
    const { call } = await toolsIn({ 'a.txt': 'x', 'src/Component.tsx': '', 'src/deep/util.ts': '' });
    const { ok, text } = await call('read', input);
    expect(ok).toBe(false);
    expect(text).toMatch(message);
  });

  test.each([
    ['89504e470d0a1a0a0000000d49484452', /PNG image \(binary\), 16 bytes/],
    ['00010203040506070809', /binary file \(binary\), 10 bytes/],
  ])('a file that is no text is named, not shown', async (hex, message) => {
    const { call } = await toolsIn({ 'a.bin': { base64: Buffer.from(hex, 'hex').toString('base64') } });
    expect((await call('read', { path: 'a.bin' })).text).toMatch(message);
  });

  test('an empty file is said to be empty', async () => {
    const { call } = await toolsIn({ 'a.txt': '' });
    expect(await call('read', { path: 'a.txt' })).toEqual({ ok: true, text: 'a.txt is empty.' });
  });

  test('lines that end in carriage returns alone are lines', async () => {
    const { call } = await toolsIn({ 'a.txt': 'one\rtwo\r' });
    expect((await call('read', { path: 'a.txt' })).text).toBe('    1\tone\n    2\ttwo');
  });

  test('a pipe is refused at once', async () => {
    const { call, root } = await toolsIn({});
    await makePipe(join(root, 'pipe'));
    expect((await call('read', { path: 'pipe' })).text).toMatch(/not a regular file/);
  });
});

describe('a file over 8 MB', () => {
  const line = 'a line of the long file é\r\n';

  test('is read by its lines as a short one is', async () => {
    const { call, root } = await toolsIn({});
    writeFileSync(join(root, 'long'), `\ufeff${line.repeat(400_000)}the end`);
    const { text } = await call('read', { path: 'long', offset: 399_999, limit: 3 });
    expect(text.split('\n')).toEqual([
      'Showing lines 399999-400001 of 400001.',
      '399999\ta line of the long file é',
      '400000\ta line of the long file é',
      '400001\tthe end',
    ]);
    expect((await call('read', { path: 'long', limit: 1 })).text).toContain('\n    1\ta line');
  });

  test('may be one line, of which the start is shown', async () => {
    const { call, root } = await toolsIn({});
    writeFileSync(join(root, 'long'), 'x'.repeat(20_000_000));
    const { text } = await call('read', { path: 'long' });
    expect(text.length).toBeLessThan(2_200);
    expect(text).toContain('19998000 more characters');
  });

  test('is edited in place, and every other byte stays', async () => {
    const { call, root } = await toolsIn({});
    const before = `${line.repeat(400_000)}needle\r\n${line}`;
    writeFileSync(join(root, 'long'), before);
    await call('read', { path: 'long', limit: 1 });
    const { ok } = await call('edit', { path: 'long', old: 'needle', new: 'pin\nand thread' });
    expect(ok).toBe(true);
    const after = readFileSync(join(root, 'long'), 'utf8');
    expect(after === before.replace('needle', 'pin\r\nand thread')).toBe(true);
  });
});
