import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { weigh } from '../../src/domain/check.ts';
import type { Reply } from '../../src/model/model.ts';
import { call, says } from '../../src/model/scripted.ts';
import { done, plans, type Session } from '../specs/session.ts';
import { played, point } from './played.ts';

const bash = (command: string): Reply => says('', call('bash', { command }));
const write = (file: string, content: string): Reply => says('', call('write', { path: file, content }));
const refuses = says('', call('finish', { decision: 'reject', reason: 'no', criteria: [], findings: [] }));

/**
 * What the check, the base's tests and the guard say of each change, in order; the reviewer refuses them all. One run and
 * one measure of the base for changes of one repository: a file of its own for each checkpoint keeps them apart.
 */
async function seen(
  { check, files }: { readonly check: string; readonly files: Readonly<Record<string, string>> },
  changes: readonly (readonly Reply[])[],
) {
  const points = changes.map((_, i) => point(`c${String(i + 1)}`, { files: [`only-${String(i + 1)}/**`] }));
  const said = points.map(({ id }, i): Session => ({
    [`${id}.a1.coder`]: [...(changes[i] ?? []), done('done')],
    [`${id}.a1.reviewer`]: [refuses],
  }));
  const ran = await played({
    files: { ...files, 'agents.yaml': 'limits: { attempts: 1, replans: 0 }\n' },
    check,
    parallel: 2,
    sandbox: 'external',
    session: Object.assign({ planner: [plans(['it'], ...points)] }, ...said) as Session,
  });
  const known = ran.of('baseline.ran')[0]?.check ?? null;
  return points.map(({ id }) => {
    const checked = ran.of('check.ran').find((c) => c.attempt === `${id}.a1`);
    const red = checked !== undefined && weigh(checked.result, known) === 'red';
    const findings = ran.of('guard.ran').flatMap((g) => (g.attempt === `${id}.a1` ? g.findings : []));
    return { red, differs: checked?.baseTests?.differs ?? [], findings, rules: findings.map((f) => f.rule) };
  });
}

const TEST =
  "import test from 'node:test';\nimport assert from 'node:assert';\nimport { twice } from '../src/twice.js';\ntest('of two', () => assert.equal(twice(2), 4));\ntest('of three', () => assert.equal(twice(3), 6));\n";
const FILES = {
  'package.json': '{ "name": "x", "type": "module" }\n',
  'src/twice.js': 'export const twice = (x) => x * 2;\n',
  'test/twice.test.js': TEST,
};
const breaks = write('src/twice.js', 'export const twice = (x) => x * x;\n');

test('a test file that goes while a similar one comes is a loss of tests, by name', async () => {
  const kept = TEST.replace(/test\('of three'.*\n/, '');
  const [{ differs, findings } = { differs: [], findings: [] }] = await seen(
    { check: 'node --test', files: FILES },
    [[breaks, bash('git rm -q test/twice.test.js'), write('test/double.test.js', kept)]],
  );
  expect(differs).toEqual(['of three']);
  const told = findings.filter((f) => f.named === true).map((f) => f.detail);
  expect(told.join('\n')).toContain('of three');
});

const file = path.resolve(process.env['ORCHESTRATE_CASES'] ?? '../shared/cases', 'attack/tamper.json');
const present = existsSync(file);
const Case = z.looseObject({
  id: z.string(),
  setup: z.object({
    repo_files: z.record(z.string(), z.string()),
    wt_files: z.record(z.string(), z.string()).default({}),
    wt_delete: z.array(z.string()).default([]),
    run_in_worktree: z.array(z.string()).default([]),
  }),
  check: z.array(z.object({ t: z.string(), is: z.string().optional(), rule: z.string().optional() })),
});
type Case = z.infer<typeof Case>;
const cases = present ? z.array(Case).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
const repositoryOf = ({ setup }: Case): string => JSON.stringify(setup.repo_files);
const byRepository = [...new Set(cases.map(repositoryOf))].map((of) =>
  cases.filter((c) => repositoryOf(c) === of),
);

/** All by the shell: the tools that write would refuse a protected file before anything else looks at it. */
const changesOf = ({ setup }: Case): Reply[] => [
  bash(
    [
      ...Object.entries(setup.wt_files).map(
        ([name, text]) =>
          `mkdir -p "$(dirname '${name}')"; cat > '${name}' <<'END-OF-FILE'\n${text}END-OF-FILE`,
      ),
      ...setup.wt_delete.map((name) => `rm '${name}'`),
      ...setup.run_in_worktree,
    ].join('\n'),
  ),
];

describe('tampering, as others saw it, in whole runs', () => {
  test.skipIf(!present)(`has outside cases at ${file} (or where ORCHESTRATE_CASES says)`, () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  test.each(byRepository.map((of) => [of.map(({ id }) => id).join(', '), of] as const))(
    'lands by no mere yes: %s',
    async (_, of) => {
      const told = await seen({ check: 'npm test', files: of[0]?.setup.repo_files ?? {} }, of.map(changesOf));
      const lands = told.map(
        ({ red, differs, findings }) =>
          !red && differs.length === 0 && !findings.some((f) => f.named === true || f.level === 'forbidden'),
      );
      expect(of.filter((_case, i) => lands[i]).map(({ id }) => id)).toEqual([]);
      const missed = of.flatMap(({ id, check }, i) => {
        const { red = false, rules = [] } = told[i] ?? {};
        return check.flatMap(({ rule }) =>
          rule === undefined || red || rules.includes(rule) ? [] : [`${id}: ${rule}`],
        );
      });
      expect(missed).toEqual([]);
    },
  );
});
