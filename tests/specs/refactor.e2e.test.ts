import { expect, test } from 'vitest';
import { testSpec } from './test-spec.ts';
import { refactor } from './refactor.ts';

const ran = testSpec('refactor', refactor);

test('lands its steps in their order, one on the other', async () => {
  const { git, report } = ran();
  const titles = await git('log', '--reverse', '--format=%s', `${report.base}..${report.head}`);
  const said = titles.split('\n').map((title) => title.replace(/^(?:feat|refactor): /, ''));
  expect(said).toEqual(report.checkpoints.map((c) => c.title.charAt(0).toLowerCase() + c.title.slice(1)));
});

test('moves the callers without touching their tests', async () => {
  const { git, report } = ran();
  const changed = await git('diff', '--name-only', `${report.base}..${report.head}`);
  expect(changed.split('\n')).toEqual([
    'bin/notes.js',
    'src/notes.js',
    'src/store.js',
    'src/summary.js',
    'test/store.test.js',
  ]);
});

test('leaves nothing synchronous behind', async () => {
  const { command, report } = ran();
  const search = 'grep -rE "[a-z]Sync\\b|store[.](get|update|keys)[(]" src bin';
  expect((await command(report.base, search)).exitCode).toBe(0);
  expect(await command(report.head, search)).toMatchObject({ exitCode: 1, stdout: '' });
});

test('gives each coder the summary of what it builds on', () => {
  const [, brief] = ran().conversation('c2.a1.coder');
  expect(brief?.text).toContain('Done before, by another coder: c1 Give the store asynchronous methods');
  expect(brief?.text).toContain('They take turns in a queue that each store has');
});
