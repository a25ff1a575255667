import { describe, expect, it } from 'vitest';
import { isNamed } from '../../../src/domain/guard/check-files.ts';
import { whatRuns } from '../../../src/domain/guard/what-runs.ts';

const manifest = (scripts: Readonly<Record<string, string>>): string => JSON.stringify({ scripts });
const runs = (command: string, definitions: Readonly<Record<string, string>>, start = ''): string[] =>
  whatRuns([command], { definitions: new Map(Object.entries(definitions)), start });

describe('what a check comes to run', () => {
  it('is what its scripts say, through other scripts and the hooks around them', () => {
    const scripts = { test: 'npm run unit', preunit: 'node a.js', unit: 'node ci/run.js', build: 'tsc' };
    expect(runs('npm test', { 'package.json': manifest(scripts) })).toEqual([
      'npm test',
      'npm run unit',
      'node a.js',
      'node ci/run.js',
    ]);
  });

  it('is what its recipes say, those of what a target depends on as well', () => {
    const Makefile =
      'all: test\n\ntest: lint $(X)\n\t@sh ci/test.sh\nlint:\n\t-./ci/lint\nother:\n\tsh o.sh\n';
    expect(runs('make -s test', { Makefile })).toEqual(['make -s test', 'sh ci/test.sh', './ci/lint']);
    expect(runs('make', { Makefile })).toContain('sh ci/test.sh');
    expect(runs('cmake test', { Makefile })).toEqual(['cmake test']);
  });

  it('is found below the folder that it runs in, and in other packages where they are asked for', () => {
    const own = { 'packages/a/package.json': manifest({ test: 'node ./run.js' }) };
    expect(isNamed('packages/a/run.js', runs('npm test', own, 'packages/a'))).toBe(true);
    expect(isNamed('packages/a/run.js', runs('npm test', own))).toBe(false);
    expect(isNamed('packages/a/run.js', runs('npm test --workspaces', own))).toBe(true);
    const above = { 'package.json': manifest({ test: 'node ci/run.js' }) };
    expect(isNamed('ci/run.js', runs('cd ../.. && npm test', above, 'packages/a'))).toBe(true);
    expect(isNamed('packages/a/check.sh', runs('sh check.sh', {}, 'packages/a'))).toBe(true);
  });

  it('ends where scripts call each other in a circle, or cannot be read', () => {
    expect(runs('npm test', { 'package.json': manifest({ test: 'npm run a', a: 'npm test' }) })).toHaveLength(
      2,
    );
    expect(runs('npm test', { 'package.json': '{' })).toEqual(['npm test']);
  });
});
