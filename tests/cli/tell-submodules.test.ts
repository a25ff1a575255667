import { expect, test } from 'vitest';
import { tellSubmodules } from '../../src/cli/tell-submodules.ts';

const said = (paths: readonly string[]): string[] => {
  const told: string[] = [];
  tellSubmodules(paths, (text) => told.push(text));
  return told;
};

test('submodules are named once, a few of many', () => {
  expect(said([])).toEqual([]);
  expect(said(['lib/a', 'lib/b'])).toEqual([expect.stringMatching(/empty folders.*: lib\/a, lib\/b\. /)]);
  expect(said(['a', 'b', 'c', 'd', 'e', 'f', 'g'])[0]).toMatch(/: a, b, c, d, e and 2 more\. /);
});
