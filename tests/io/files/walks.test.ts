import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileError, openRoot } from '../../../src/io/files.ts';
import { folder } from './folder.ts';

const Part = fc.constantFrom(
  '..',
  '.',
  '',
  'src',
  'deep',
  'in',
  'up',
  'out',
  'loop',
  'a.ts',
  'secret.txt',
  'work-evil',
  'work',
);

test('no path, however it winds, reads or writes what is outside', async () => {
  const secret = 'not yours';
  const { root, parent } = folder(
    {
      'a.ts': 'yours',
      'src/deep/a.ts': 'yours',
      'src/in': { symlink: 'deep' },
      'src/deep/up': { symlink: '../..' },
      out: { symlink: '..' },
      'src/out': { symlink: '../../work-evil' },
      loop: { symlink: 'loop' },
    },
    { 'secret.txt': secret, 'work-evil/secret.txt': secret, 'work-evil/a.ts': secret },
  );
  const files = await openRoot(root);
  let reached = 0;
  const Path = fc.tuple(fc.boolean(), fc.array(Part, { maxLength: 7 }));
  await fc.assert(
    fc.asyncProperty(Path, async ([isAbsolute, parts]) => {
      const path = (isAbsolute ? `${root}/` : '') + parts.join('/');
      const read = await files.read(path).then(
        ({ bytes }) => bytes.toString(),
        (error: unknown) => (error instanceof FileError ? error.problem : 'crashed'),
      );
      expect(['yours', 'outside', 'missing', 'directory', 'not-directory', 'special']).toContain(read);
      const target = read === 'yours' ? path.replace(/\/+$/, '') : `${path}/deeper/new.txt`;
      const written = await files.commit([{ path: target, bytes: Buffer.from('yours') }]).catch(() => []);
      reached += read === 'yours' ? written.length : 0;
    }),
    { numRuns: 400 },
  );
  expect(reached).toBeGreaterThan(0);
  for (const name of ['secret.txt', 'work-evil/secret.txt', 'work-evil/a.ts']) {
    expect(readFileSync(join(parent, name), 'utf8')).toBe(secret);
  }
});
