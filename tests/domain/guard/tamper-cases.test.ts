import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { guard } from '../../../src/domain/guard/guard.ts';
import { parsePatch } from '../../../src/domain/patch/parse.ts';

const file = resolve(process.env['ORCHESTRATE_CASES'] ?? '../shared/cases', 'attack/tamper.json');
const present = existsSync(file);

const Case = z.looseObject({
  id: z.string(),
  setup: z.object({
    repo_files: z.record(z.string(), z.string()),
    wt_files: z.record(z.string(), z.string()).default({}),
    wt_delete: z.array(z.string()).default([]),
  }),
  args: z.object({ command: z.string() }),
  check: z.array(z.object({ t: z.string(), rule: z.string().optional() })),
});

function patchOf(setup: z.infer<typeof Case>['setup']): string {
  const root = mkdtempSync(join(tmpdir(), 'tamper-'));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.invalid', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  const write = (files: Record<string, string>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };
  try {
    git('init', '-q');
    write(setup.repo_files);
    git('add', '-A');
    git('commit', '-qm', 'base');
    write(setup.wt_files);
    setup.wt_delete.forEach((path) => rmSync(join(root, path)));
    git('add', '-A');
    return git('diff', '--cached', '-M', 'HEAD');
  } finally {
    rmSync(root, { recursive: true });
  }
}

const all = present ? z.array(Case).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];

/**
 * What a case asks of the whole verification (`verify`: run the base's tests on the new source, and fail) is not decided
 * on a diff; only the findings are looked for here.
 */
describe('tampering, as others saw it', () => {
  it.skipIf(!present)(`has outside cases at ${file} (or where ORCHESTRATE_CASES says)`, () => {
    expect(all.length).toBeGreaterThan(0);
  });

  const decidable = all.filter((c) => c.check.some((check) => check.t === 'finding'));

  it.each(decidable.map((c) => [c.id, c] as const))('%s is found under its name', (_, c) => {
    const findings = guard({
      patch: parsePatch(patchOf(c.setup)),
      settings: { files: [], checkpointFiles: [], protect: [], open: [], tests: 'reviewed' },
      check: [c.args.command],
      base: new Map(Object.entries(c.setup.repo_files)),
    });
    const wanted = c.check.flatMap((check) => check.rule ?? []);
    expect(findings.map((f) => f.rule)).toEqual(expect.arrayContaining(wanted));
  });

  it.each(all.filter((c) => !decidable.includes(c)).map((c) => [c.id, c] as const))(
    '%s names no finding, and is shown all the same',
    (_, c) => {
      const findings = guard({
        patch: parsePatch(patchOf(c.setup)),
        settings: { files: [], checkpointFiles: [], protect: [], open: [], tests: 'reviewed' },
        check: [c.args.command],
      });
      expect(findings).not.toEqual([]);
    },
  );
});
