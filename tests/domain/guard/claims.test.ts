import { describe, expect, it } from 'vitest';
import { pathsIn } from '../../../src/domain/guard/claims.ts';
import { guard } from '../../../src/domain/guard/guard.ts';
import { inputOf } from './changes.ts';

const tracked = ['src/a.ts', 'docs/guide.md', 'package.json'];
const told = (claim: string, { wanted = [] as string[], ignored = [] as string[] } = {}) =>
  guard({
    ...inputOf({ 'src/b.ts': [null, 'export const b = 1;\n'] }),
    said: { claim, wanted, tracked },
    ignored,
  })
    .filter((f) => f.rule === 'claimed-not-there')
    .map((f) => f.file);

describe('what a coder says that it has made', () => {
  it.each([
    ['Wrote report.md with the figures.', ['report.md']],
    ['I added src/b.ts and created `out/table.csv`, too.', ['out/table.csv']],
    ['All is green.\n- generated docs/api.html', ['docs/api.html']],
    ['Updated the guide in docs/other.md', ['docs/other.md']],
  ])('is missed where it is not: %s', (claim, files) => {
    expect(told(claim)).toEqual(files);
  });

  it.each([
    ['Added src/b.ts.'],
    ['Added b.ts, next to a.ts'],
    ['Updated guide.md and package.json.'],
    ['Added support for Node.js 22 and https://example.com/page.html'],
    ['The check does not read config.yaml; nothing was needed.'],
    ['Created a function that calls process.exit and Array.from, e.g. in v1.2.'],
    ['Writes every *.log and dist/*.js as before.'],
  ])('is believed to be there, or is no file: %s', (claim) => {
    expect(told(claim)).toEqual([]);
  });
});

describe('what git ignores', () => {
  it('is told where it was asked for or claimed, as what will not be merged', () => {
    const wanted = ['dist/x.js', 'src/later.ts'];
    expect(told('Built dist/x.js.', { wanted, ignored: ['dist/x.js'] })).toEqual(['dist/x.js']);
    expect(told('Done.', { wanted, ignored: ['dist/x.js'] })).toEqual(['dist/x.js']);
    expect(told('Done.', { wanted })).toEqual([]);
  });
});

it('finds paths between other words, each once', () => {
  expect(pathsIn('See `./src/a.ts`, (docs/b.md) and src/a.ts: "c.json".')).toEqual([
    'src/a.ts',
    'docs/b.md',
    'c.json',
  ]);
});
