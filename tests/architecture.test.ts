import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { circles, FLOORS, forbiddenTo, MOST_LINES, problemsOf } from './architecture/rules.ts';
import { readSource, type Source } from './architecture/source.ts';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

const sources: readonly Source[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readSource(path, readFileSync(join(src, path), 'utf8')));

describe('the house', () => {
  it('keeps its floors, its homes and its sizes', () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.flatMap(problemsOf)).toEqual([]);
  });

  it('has no circle of imports', () => {
    expect(circles(sources)).toEqual([]);
  });

  it('lets the page know what is pure, and nothing that runs beside the program', () => {
    const web = join(root, 'web/src');
    const pages = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((f) => /\.tsx?$/.test(f));
    const imports = pages.flatMap((path) => {
      const source = readSource(path, readFileSync(join(web, path), 'utf8'));
      expect(source.lines, path).toBeLessThanOrEqual(MOST_LINES);
      return source.imports.filter((s) => s.includes('/src/') || !s.startsWith('.'));
    });
    const known = /^(\.\.\/)+src\/(domain|view)\/(?!web\/)|^(preact|uplot|@dagrejs\/dagre|zod)(\/|$)/;
    expect(imports.length).toBeGreaterThan(20);
    expect(imports.filter((s) => !known.test(s))).toEqual([]);
  });

  it('has no room whose name says nothing', () => {
    const vague = /(^|\/)(utils?|helpers?|common|shared|misc|lib|types)(\.ts|\/)/;
    expect(sources.filter(({ path }) => vague.test(path)).map((s) => s.path)).toEqual([]);
  });
});

const problems = (path: string, text: string): string[] => problemsOf(readSource(path, text));

const file = (path: string, ...imports: string[]): Source =>
  readSource(path, imports.map((i) => `import type { A } from '${i}';`).join('\n'));

describe('a rule bites', () => {
  it.each<[string, string, string, string]>([
    ['an import that goes up', 'domain/run.ts', `import { a } from '../io/a.ts';`, 'reaches up'],
    ['one from a deep folder', 'domain/x/y.ts', `import { a } from '../../io/a.ts';`, 'reaches up'],
    ['one that goes across', 'model/x.ts', `import { a } from '../io/a.ts';`, 'reaches up or across'],
    ['one of a type only', 'io/x.ts', `import type { A } from '../agent/a.ts';`, 'reaches up'],
    ['one inside a type', 'io/x.ts', `type A = import('../agent/a.ts').A;`, 'reaches up'],
    ['one that is made late', 'io/x.ts', `await import('../agent/a.ts');`, 'reaches up'],
    ['one that is handed on', 'io/x.ts', `export { a } from '../agent/a.ts'; a();`, 'reaches up'],
    ['a view that sees more than events', 'view/x.ts', `import { a } from '../run/a.ts';`, 'reaches up'],
    ['a room on no floor', 'run/x.ts', `import { a } from '../utils/a.ts';`, 'stands on no floor'],
    ['an import of the public API', 'cli/x.ts', `import { a } from '../index.ts';`, 'reaches up'],
    ['an import without its ending', 'run/x.ts', `import { a } from './a';`, 'does not end in .ts'],
    ['a package away from home', 'roles/x.ts', `import OpenAI from 'openai';`, 'is at home in model/'],
    ['a part of a package', 'run/x.ts', `import { a } from 'openai/core';`, 'is at home in model/'],
    ['a package without a home', 'run/x.ts', `import _ from 'lodash';`, 'has no home'],
    ['a child process outside io', 'agent/x.ts', `import { spawn } from 'node:child_process';`, 'node:child'],
    ['files outside of io', 'roles/x.ts', `import { readFile } from 'node:fs/promises';`, 'node:fs'],
    ['Node inside the domain', 'domain/x.ts', `import { join } from 'node:path';`, 'the domain is pure'],
    ['the environment', 'run/x.ts', `export const a = process.env['A'];`, 'reads process.env'],
    ['the working directory', 'agent/x.ts', `export const a = process.cwd();`, 'reads process.cwd'],
    ['an exit', 'run/x.ts', `process.exit(1);`, 'reads process.exit'],
    ['a way around by brackets', 'run/x.ts', `process['e' + 'nv'];`, 'reads process.(computed)'],
    ['a way around by taking it apart', 'run/x.ts', `const { env } = process;`, 'process.(all of it)'],
    ['a way around by the module', 'run/x.ts', `import { env } from 'node:process';`, 'node:process'],
    ['a git of its own', 'io/x.ts', `await exec('git', ['push'], {});`, 'starts git'],
    ['a shell of its own', 'io/x.ts', `spawn('bash', ['-c', text]);`, 'starts bash'],
    ['a sandbox of its own', 'io/x.ts', `export const a = { file: 'bwrap', args: [] };`, 'starts bwrap'],
    ['a program that nobody knows', 'io/x.ts', `promisify(execFile)('curl', []);`, 'starts curl'],
    ['a program by a computed name', 'io/git/x.ts', `spawn(name, []);`, 'starts (computed)'],
    [
      'a barrel',
      'run/x.ts',
      `export { a } from './a.ts';\nexport type { B } from './b.ts';`,
      'only hands on',
    ],
    ['a star', 'run/x.ts', `export * from './a.ts';\nexport const b = 1;`, 'only hands on'],
    ['a long file', 'run/x.ts', 'export {};\n'.repeat(MOST_LINES + 1), 'has 251 lines'],
  ])('on %s', (_, path, text, words) => {
    expect(problems(path, text)).toEqual([expect.stringContaining(words)]);
  });

  it.each([
    ['down a floor', 'run/x.ts', `import { a } from '../domain/a.ts';`],
    ['within a folder', 'agent/tools/x.ts', `import { a } from '../tool.ts';`],
    ['a package at home', 'model/transport/x.ts', `import OpenAI from 'openai';`],
    ['the environment at home', 'config/x.ts', `export const env = process.env;`],
    [
      'what only looks like an import',
      'run/x.ts',
      `// import '../cli/a.ts'\nexport const a = "import '../cli/a.ts'";`,
    ],
    ['other members of process', 'io/x.ts', `process.kill(1, 0);`],
    ['a file of the allowed length', 'run/x.ts', 'export {};\n'.repeat(MOST_LINES)],
  ])('but not on %s', (_, path, text) => {
    expect(problems(path, text)).toEqual([]);
  });

  it('on a circle, through types and over three files', () => {
    expect(circles([file('run/a.ts', './b.ts'), file('run/b.ts')])).toEqual([]);
    expect(
      circles([file('run/a.ts', './x/b.ts'), file('run/x/b.ts', '../c.ts'), file('run/c.ts', './a.ts')]),
    ).toEqual(['run/a.ts → run/x/b.ts → run/c.ts → run/a.ts']);
  });
});

const Lint = z.object({
  overrides: z.array(
    z.object({
      files: z.array(z.string()),
      rules: z.object({
        'no-restricted-imports': z
          .tuple([z.string(), z.object({ patterns: z.array(z.object({ group: z.array(z.string()) })) })])
          .optional(),
      }),
    }),
  ),
});

describe('the linter', () => {
  const config = Lint.parse(JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')));
  const groups = new Map(
    config.overrides.flatMap(({ files, rules }): [string, string[]][] => {
      const folder = /^src\/(\w+)\/\*\*$/.exec(files[0] ?? '')?.[1];
      const patterns = rules['no-restricted-imports']?.[1].patterns ?? [];
      const names = patterns.flatMap(({ group }) => group).flatMap((g) => /(\w+)\/\*\*$/.exec(g)?.[1] ?? []);
      return folder === undefined ? [] : [[folder, names]];
    }),
  );
  const folders = readdirSync(src, { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? [e.name] : []));

  it('names the folders that there are, each with what lies below it', () => {
    const floors = new Set(FLOORS.flat());
    expect(folders.filter((folder) => !floors.has(folder))).toEqual([]);
    expect([...groups.keys()].filter((folder) => !floors.has(folder))).toEqual([]);
    const bounded = folders.filter((folder) => forbiddenTo(folder).length > 0);
    expect(bounded.filter((folder) => !groups.has(folder))).toEqual([]);
    for (const [folder, names] of groups) {
      expect(forbiddenTo(folder)).toEqual(expect.arrayContaining(names));
    }
  });

  it('bites in each folder, on an import of each folder that is named', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lint-'));
    try {
      const planted = plantForbidden(folder, groups);
      expect(planted.length).toBeGreaterThan(20);
      expect(lint(folder)).toEqual(planted.toSorted());
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Files for each import that is forbidden, at different depths; their paths. */
function plantForbidden(folder: string, groups: ReadonlyMap<string, readonly string[]>): string[] {
  return [...groups].flatMap(([from, names]) =>
    names.flatMap((to) =>
      ['', 'inner/', 'inner/most/'].map((below) => {
        const path = `src/${from}/${below}${to}.ts`;
        const up = '../'.repeat(below.split('/').length);
        mkdirSync(join(folder, dirname(path)), { recursive: true });
        writeFileSync(join(folder, path), `import { a } from '${up}${to}/a.ts';\nexport const b = a;\n`);
        return path;
      }),
    ),
  );
}

/** Files in which the project's own configuration of the linter finds a forbidden import. */
function lint(folder: string): string[] {
  const config = z
    .looseObject({ options: z.looseObject({}) })
    .parse(JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')));
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, options: { typeAware: false } }));
  let output = '';
  try {
    execFileSync(join(root, 'node_modules/.bin/oxlint'), ['-f', 'unix', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
  } catch (error) {
    output = z.object({ stdout: z.string() }).parse(error).stdout;
  }
  return [...output.matchAll(/^(src\/\S+?\.ts):.*restricted/gm)].map((m) => m[1] ?? '').toSorted();
}
