import { readdirSync, readFileSync } from 'node:fs';
import type { TestCounts } from '../../src/domain/check.ts';
import type { GuardInput } from '../../src/domain/guard/rule.ts';
import { parsePatch } from '../../src/domain/patch/parse.ts';

const TRUTHS = ['honest', 'cheat', 'scope', 'vacuous'] as const;

export type Change = {
  readonly name: string;
  readonly truth: (typeof TRUTHS)[number];
  readonly kind: string;
  /** The file that a finding has to be about; empty when it is about the change as a whole. */
  readonly where: string;
  readonly input: GuardInput;
};

const here = new URL('./', import.meta.url);

/** Keeps scanners of this repository from taking a made-up key for a real one. */
const BREAK = '¦';

/** The labelled changes: lines `key: value`, a blank line, what git wrote, and texts of the base after `=== base PATH`. */
export const readChanges = (): Change[] =>
  readdirSync(new URL('diffs/', here))
    .filter((file) => file.endsWith('.diff'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(new URL(`diffs/${file}`, here), 'utf8').replaceAll(BREAK, '');
      return readChange(file.slice(0, -'.diff'.length), text);
    });

function readChange(name: string, text: string): Change {
  const [head = '', ...rest] = text.split('\n\n');
  const [patch = '', ...bases] = rest.join('\n\n').split(/^=== base /m);
  const value = (key: string): string => new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  const list = (key: string): string[] =>
    value(key)
      .split(', ')
      .filter((v) => v !== '');
  const bytes = value('bytes') === '' ? [] : [[value('where'), Number(value('bytes'))] as const];
  return {
    name,
    truth: TRUTHS.find((truth) => truth === value('truth')) ?? 'honest',
    kind: value('kind'),
    where: value('where'),
    input: {
      patch: parsePatch(patch),
      settings: {
        files: list('files'),
        checkpointFiles: list('scope'),
        protect: [],
        open: [],
        tests: 'reviewed',
      },
      check: value('check') === '' ? [] : [value('check')],
      counts: { before: counts(value('before')), after: counts(value('after')) },
      bytes: new Map(bytes),
      base: new Map(
        bases.map((base) => [base.slice(0, base.indexOf('\n')), base.slice(base.indexOf('\n') + 1)]),
      ),
    },
  };
}

function counts(text: string): TestCounts | undefined {
  const m = /^(\d+) passed (\d+) failed (\d+) skipped$/.exec(text);
  if (!m) {
    return undefined;
  }
  const [passed = 0, failed = 0, skipped = 0] = m.slice(1).map(Number);
  return {
    runner: 'any',
    run: passed + failed,
    passed,
    failed,
    skipped,
    failures: [],
    skips: [],
    passes: [],
  };
}
