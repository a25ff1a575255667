import { z } from 'zod';
import { leaves } from './go.ts';
import { sumOf, failed, type Runner, type Tally } from './runner.ts';

const Action = z.object({
  Action: z.string(),
  Package: z.string().default(''),
  Test: z.string().optional(),
  Output: z.string().optional(),
});
type Action = z.infer<typeof Action>;

/** `go test -json`: one event a line. */
export const goJson: Runner = {
  name: 'go test',
  kind: 'runner',
  recognises: (output) => /^\{.*"Action":"(?:pass|fail|skip)".*"Package":"/m.test(output),
  parse(output) {
    const packages = new Map<string, Action[]>();
    for (const action of output.split('\n').flatMap(readAction)) {
      const known = packages.get(action.Package) ?? [];
      known.push(action);
      packages.set(action.Package, known);
    }
    return sumOf([...packages].map(([name, actions]) => ofPackage(name, actions)));
  },
};

function readAction(line: string): Action[] {
  if (!line.startsWith('{"')) {
    return [];
  }
  try {
    const parsed = Action.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

function ofPackage(name: string, actions: readonly Action[]): Tally {
  const ends = actions.flatMap((a) =>
    a.Test !== undefined && /^(?:pass|fail|skip)$/.test(a.Action) ? [{ name: a.Test, state: a.Action }] : [],
  );
  const tests = leaves(ends);
  const named = (state: string): string[] => tests.filter((t) => t.state === state).map((t) => t.name);
  const words = (test: string | undefined): string[] =>
    actions.flatMap((a) => (a.Test === test && a.Output !== undefined ? [a.Output.trimEnd()] : []));
  const failures = named('fail').map((test) => failed(`${name} ${test}`, ownWords(words(test))));
  const broken = failures.length === 0 && actions.some((a) => a.Test === undefined && a.Action === 'fail');
  return {
    passed: named('pass').length,
    failed: failures.length + (broken ? 1 : 0),
    skipped: named('skip').length,
    failures: broken ? [failed(name, words(undefined))] : failures,
    skips: named('skip').map((test) => `${name} ${test}`),
    passes: named('pass').map((test) => `${name} ${test}`),
  };
}

const ownWords = (words: readonly string[]): string[] => words.filter((w) => !/^ *(?:===|---) /.test(w));
