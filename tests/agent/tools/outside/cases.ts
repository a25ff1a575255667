import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FileValue } from './tree.ts';

const Expectation = z.looseObject({
  ok: z.boolean().optional(),
  files: z.record(z.string(), FileValue).optional(),
  errorMatches: z.string().optional(),
  contains: z.array(z.string()).optional(),
  notContains: z.array(z.string()).optional(),
  matches: z.array(z.looseObject({ path: z.string(), line: z.int() })).optional(),
  paths: z.array(z.string()).optional(),
  entries: z.array(z.string()).optional(),
  lines: z.array(z.tuple([z.int(), z.string()])).optional(),
});
export type Expectation = z.output<typeof Expectation>;

const Args = z.record(z.string(), z.unknown());

const Case = z.looseObject({
  id: z.string(),
  tool: z.string(),
  kind: z.string(),
  level: z.enum(['must', 'should', 'may']),
  files: z.record(z.string(), FileValue),
  args: Args.optional(),
  patch: z.string().optional(),
  expect: Expectation,
  accept: z.array(Expectation).default([]),
  dangerous: z.boolean().optional(),
  skipIfRoot: z.boolean().optional(),
  concurrentCalls: z.boolean().optional(),
  setup: z.looseObject({ chmod: z.record(z.string(), z.string()).optional() }).optional(),
  outsideFiles: z.record(z.string(), FileValue).default({}),
  outsideMustEqual: z.record(z.string(), z.string()).default({}),
  outsideMustNotExist: z.array(z.string()).default([]),
  mustNot: z.array(z.string()).default([]),
  containsAll: z.array(z.string()).default([]),
  limitReached: z.boolean().optional(),
  expectCount: z.int().optional(),
  maxOutputChars: z.int().optional(),
  orderedPaths: z.array(z.string()).optional(),
  orderedEntries: z.array(z.string()).optional(),
  callsBefore: z.array(Args).default([]),
  processEnv: z.record(z.string(), z.string()).default({}),
  abortWhenOutputContains: z.string().optional(),
});
export type Case = z.output<typeof Case>;

const FOLDER = resolve(process.env['ORCHESTRATE_CASES'] ?? '../shared/cases', 'tool');

/** Where a `should` is not met on purpose, by id. */
export type Exceptions = Readonly<Record<string, string>>;

/** Gives what is wrong, or undefined where the case passes. */
export type Judge = (one: Case) => Promise<string | undefined> | string | undefined;

/**
 * Runs the cases of a file: each `must` and `should` is a test, each `may` is counted. Where the folder is absent, or a
 * case needs a sandbox, that is seen as a skipped test.
 */
export function outsideCases(file: string, judge: Judge, exceptions: Exceptions = {}): void {
  const path = join(FOLDER, file);
  describe.skipIf(!existsSync(path))(`${file} (skipped where ${FOLDER} is absent)`, () => {
    const cases = existsSync(path) ? z.array(Case).parse(JSON.parse(readFileSync(path, 'utf8'))) : [];
    const counts = new Map<string, { passed: number; all: number; failed: string[] }>();
    const count = (one: Case, problem: string | undefined): void => {
      const key = `${one.tool} ${one.level}`;
      const row = counts.get(key) ?? { passed: 0, all: 0, failed: [] };
      row.all += 1;
      row.passed += problem === undefined ? 1 : 0;
      row.failed.push(...(problem === undefined ? [] : [one.id]));
      counts.set(key, row);
    };
    const isSkipped = (one: Case): boolean =>
      one.dangerous === true || (one.skipIfRoot === true && process.getuid?.() === 0);
    for (const one of cases.filter(({ level }) => level !== 'may')) {
      test.skipIf(isSkipped(one))(`${one.level} ${one.kind}: ${one.id}`, async () => {
        const problem = await judge(one);
        count(one, problem);
        const reason = exceptions[one.id];
        expect(problem === undefined, problem).toBe(reason === undefined);
      });
    }
    test('may: none throws', async () => {
      for (const one of cases.filter((each) => each.level === 'may' && !isSkipped(each))) {
        count(one, await judge(one));
      }
      expect(cases.length).toBeGreaterThan(0);
    });
    afterAll(() => {
      for (const [key, { passed, all, failed }] of [...counts].toSorted(([a], [b]) => a.localeCompare(b))) {
        process.stderr.write(
          `  ${key}: ${passed} of ${all}${failed.length > 0 ? ` (not: ${failed.join(', ')})` : ''}\n`,
        );
      }
    });
  });
}

/** The failure text against the pattern of a case. */
export function misfit(pattern: string | undefined, text: string): string | undefined {
  if (pattern === undefined) {
    return undefined;
  }
  const flags = /^\(\?([a-z]+)\)/.exec(pattern);
  const expression = new RegExp(
    flags ? pattern.slice(flags[0].length) : pattern,
    `i${flags?.[1]?.includes('s') ? 's' : ''}`,
  );
  return expression.test(text) ? undefined : `the text does not match ${pattern}: ${text}`;
}
