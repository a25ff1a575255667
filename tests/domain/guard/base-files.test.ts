import { describe, expect, it } from 'vitest';
import { baseFiles, withScriptsOf } from '../../../src/domain/guard/base-files.ts';
import { parsePatch } from '../../../src/domain/patch/parse.ts';

const modified = (path: string): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;
const added = (path: string): string =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+b\n`;
const deleted = (path: string): string =>
  `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n`;
const renamed = (from: string, to: string): string =>
  `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
const files = (...parts: string[]): string[] => baseFiles(parsePatch(parts.join('')), ['sh bin/verify.sh']);

describe('files of the base that decide what its tests prove', () => {
  it.each<[string, string, string[]]>([
    ['a test that was changed', modified('test/a.test.js'), ['test/a.test.js']],
    ['a test that was deleted', deleted('test/a.test.js'), ['test/a.test.js']],
    ['a test that was moved away', renamed('test/a.test.js', 'old/a.js'), ['test/a.test.js']],
    ['the script that the check names', modified('bin/verify.sh'), ['bin/verify.sh']],
    ['a configuration of the runner', modified('vitest.config.ts'), ['vitest.config.ts']],
    ['a Makefile', modified('Makefile'), ['Makefile']],
    ['a configuration of the runner that is new', added('jest.config.js'), ['jest.config.js']],
    ['a set-up that the runner loads by itself', added('pkg/conftest.py'), ['pkg/conftest.py']],
    ['a stand-in that the runner takes by itself', added('__mocks__/db.js'), ['__mocks__/db.js']],
    ['a file that is made before the Makefile', added('GNUmakefile'), ['GNUmakefile']],
    ['a shell for npm that is new', added('.npmrc'), ['.npmrc']],
    ['a configuration of another tool that is new', added('tsconfig.json'), []],
    ['a test that is new', added('test/b.test.js'), []],
    ['a source', modified('src/a.js'), []],
    ['a manifest, of which only the scripts count', modified('package.json'), []],
  ])('are, for %s', (_, patch, found) => {
    expect(files(patch)).toEqual(found);
  });

  it('are told once each', () => {
    expect(files(modified('test/a.test.js'), modified('src/a.js'), deleted('test/b.test.js'))).toEqual([
      'test/a.test.js',
      'test/b.test.js',
    ]);
  });
});

describe('a manifest with the scripts of the base', () => {
  const manifest = (scripts: object | undefined, more = {}): string => JSON.stringify({ scripts, ...more });

  it('keeps everything else that is new', () => {
    const text = withScriptsOf(manifest({ test: 'jest' }), manifest({ test: 'true' }, { type: 'module' }));
    expect(JSON.parse(text ?? '')).toEqual({ scripts: { test: 'jest' }, type: 'module' });
  });

  it('has none where the base had none', () => {
    expect(withScriptsOf(manifest(undefined), manifest({ test: 'true' }))).toBe('{}\n');
  });

  it('is not needed where the scripts are the same, or one cannot be read', () => {
    expect(withScriptsOf(manifest({ test: 'jest' }), manifest({ test: 'jest' }, { a: 1 }))).toBeUndefined();
    expect(withScriptsOf('{', manifest({}))).toBeUndefined();
    expect(withScriptsOf('', manifest({}))).toBeUndefined();
  });
});
