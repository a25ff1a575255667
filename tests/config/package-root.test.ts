import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';

const made: string[] = [];
afterEach(() => {
  made.splice(0).forEach((root) => {
    rmSync(root, { recursive: true });
  });
});

function folder(...files: [name: string, text: string][]): string {
  const root = mkdtempSync(path.join(tmpdir(), 'orchestrate-root-'));
  made.push(root);
  for (const [name, text] of files) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

it('finds the own package from the sources', () => {
  expect(existsSync(path.join(packageRoot(), 'roles', 'coder.md'))).toBe(true);
});

it.each(['dist/cli/main.mjs', 'dist/cli/chunks/x.mjs', 'dist/lib/config/package-root.js'])(
  'finds it from %s',
  (file) => {
    const root = folder(
      ['package.json', '{"name":"orchestrate"}'],
      ['dist/package.json', '{"name":"other"}'],
      [file, ''],
    );
    expect(packageRoot(pathToFileURL(path.join(root, file)).href)).toBe(root);
  },
);

it('says so when there is none', () => {
  const root = folder(['package.json', '{"name":"other"}']);
  expect(() => packageRoot(pathToFileURL(path.join(root, 'x.mjs')).href)).toThrow(
    'no package.json of orchestrate above',
  );
});
