import { describe, expect, it } from 'vitest';
import { rulesFor } from './changes.ts';

const made = (path: string, text: string): string[] => rulesFor({ [path]: [null, `${text}\n`] });

describe('the library that decides whether a test fails', () => {
  it.each([
    ['src/a.js', "import a from 'node:assert';\na.equal = () => {};"],
    ['src/a.js', "import * as a from 'node:assert/strict';\na['eq' + 'ual'] = () => {};"],
    ['src/a.cjs', "const a = require('chai');\nfor (const k in a) a[k] = nothing;"],
    ['src/a.js', "import a from 'assert';\nObject.assign(a, { equal() {} });"],
    ['src/a.ts', "import e from 'expect';\nReflect.set(e, 'extend', nothing);"],
    ['src/a.py', 'from unittest import TestCase as T\nT.assertEqual = lambda *a: None'],
  ])('is not to be changed by what it judges: %s %s', (path, text) => {
    expect(made(path, text)).toContain('library-patched');
  });

  it.each([
    ['src/a.js', "import assert from 'node:assert';\nassert.equal(a.b, 1);\na.b = 2;"],
    ['src/a.js', "import a from './assert.js';\na.equal = () => {};"],
    ['src/a.js', "import assert from 'node:assert';\nconst same = assert.equal;\nif (a.equal === b) run();"],
  ])('is used by anybody: %s %s', (path, text) => {
    expect(made(path, text)).toEqual([]);
  });
});

describe('the main function of a package’s tests', () => {
  it('is told where it runs none of them', () => {
    expect(made('a_test.go', 'func TestMain(m *testing.M) {\n\tprepare()\n}')).toContain('test-main-hollow');
    expect(made('a_test.go', 'func TestMain(m *testing.M) {\n\tos.Exit(m.Run())\n}')).toEqual([]);
  });
});

describe('a stand-in for a module that no test asks for', () => {
  it('is shown where it comes, not where it is changed', () => {
    expect(made('__mocks__/db.js', 'module.exports = {};')).toContain('mock-file-added');
    expect(rulesFor({ '__mocks__/db.js': ['a\n', 'b\n'] })).not.toContain('mock-file-added');
  });
});
