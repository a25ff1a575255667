import { z } from 'zod';
import { failed, sumOf, type Tally } from './runner.ts';

const Results = z.object({
  testResults: z.array(
    z.object({
      name: z.string().default(''),
      status: z.string().default(''),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()).default([]),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
type File = z.infer<typeof Results>['testResults'][number];

/** The results file of jest, which vitest writes as well. Undefined where it is none. Files are named as they lie below `root`. */
export function jsonResults(text: string, root: string): Tally | undefined {
  try {
    const parsed = Results.safeParse(JSON.parse(text));
    return parsed.success ? sumOf(parsed.data.testResults.map((file) => ofFile(file, root))) : undefined;
  } catch {
    return undefined;
  }
}

function ofFile(file: File, root: string): Tally {
  const name = below(file.name, root);
  const tests = file.assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
    name: [name, ...ancestorTitles, title].join(' > '),
    status,
    words: failureMessages ?? [],
  }));
  const bad = tests.filter((t) => t.status === 'failed');
  const good = tests.filter((t) => t.status === 'passed');
  const rest = tests.filter((t) => !bad.includes(t) && !good.includes(t));
  // It could not be loaded, or what stands around its tests failed.
  const broken = file.status === 'failed' && bad.length === 0;
  const failures = broken
    ? [failed(name, ownWords(file.message))]
    : bad.map((t) => failed(t.name, t.words.flatMap(ownWords)));
  return {
    passed: good.length,
    failed: failures.length,
    skipped: rest.length,
    failures,
    skips: rest.map((t) => t.name),
    passes: good.map((t) => t.name),
  };
}

/** Without the places in the runner: they tell nothing, and differ from one working copy to the next. */
const ownWords = (message: string): string[] => message.split('\n').filter((line) => !/^\s+at /.test(line));

const below = (file: string, root: string): string =>
  file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
