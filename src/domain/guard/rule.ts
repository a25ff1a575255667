import type { TestCounts } from '../check.ts';
import type { Fault } from '../faults.ts';
import type { GuardFinding } from '../finding.ts';
import type { FilePatch, Patch } from '../patch/patch.ts';
import type { Settings } from '../settings.ts';

/** What the rules look at: plain data, gathered by the caller. */
export type GuardInput = {
  readonly patch: Patch;
  readonly settings: Pick<Settings, 'files' | 'protect' | 'open' | 'tests'> & {
    /** Globs that the checkpoint may change; empty means any. */
    readonly checkpointFiles: readonly string[];
  };
  /** The check commands, those of the checkpoint included. */
  readonly check: readonly string[];
  readonly counts?: { readonly before?: TestCounts | undefined; readonly after?: TestCounts | undefined };
  /** What failed in the check beside the tests, and did not at the base. */
  readonly faults?: readonly Fault[];
  /** Sizes of changed files in bytes, by path. */
  readonly bytes?: ReadonlyMap<string, number>;
  /** Whole texts at the base, by path: of the changed files, and of test files whether changed or not. */
  readonly base?: ReadonlyMap<string, string>;
  /** Values that the user has in fact, such as a provider's key: long enough to be no chance. */
  readonly secrets?: readonly string[];
  readonly said?: Said;
  /** Of the paths that are named and absent, those that git ignores. */
  readonly ignored?: readonly string[];
};

/** What was said and asked for in words, and what is known of the paths in it. */
export type Said = {
  /** The coder's summary. */
  readonly claim: string;
  /** Paths that the checkpoint names, none of them a glob. */
  readonly wanted: readonly string[];
  /** Every path at the base. */
  readonly tracked: readonly string[];
};

type Level = GuardFinding['level'] | 'silent';

/** How much a rule weighs in each mode of `tests`. */
export type Levels = { readonly [Mode in Settings['tests']]: Level };

const always = (level: Level): Levels => ({ locked: level, reviewed: level, free: level });
export const FORBIDDEN = always('forbidden');
export const SHOWN = always('shown');
/** A change to tests that is the task's own business where tests are free. */
export const TEST_CHANGE: Levels = { locked: 'forbidden', reviewed: 'shown', free: 'silent' };
/** A loss of what tests prove: never silent. */
export const TEST_LOSS: Levels = { locked: 'forbidden', reviewed: 'shown', free: 'shown' };

/** A loss that only the counts tell: no rule of `tests` forbids it, since the data of a test may have become less. */
export const COUNT_LOSS: Levels = { ...SHOWN };

/** A file that the check names may be the very program that is worked on: shown, and no name is asked for. */
export const CHECK_CHANGE: Levels = { ...TEST_LOSS };

/** Beside what the tests prove, whatever is done with tests: somebody has to say that it is right. */
export const DOUBTED: Levels = { ...SHOWN };

/** A loss may be right, and then somebody says so by name; where tests are free it is only shown. */
export const wantsName = (levels: Levels, tests: Settings['tests']): boolean =>
  levels === DOUBTED || ((levels === TEST_LOSS || levels === COUNT_LOSS) && tests !== 'free');

export type Found = {
  readonly file: string;
  readonly line?: number;
  readonly detail: string;
  readonly tests?: string[];
};

/** One kind of evidence. `detail` is one sentence that a coder can act on and a reviewer can judge. */
export type Rule = {
  readonly name: string;
  readonly levels: Levels;
  find(input: GuardInput): Found[];
};

/** A pattern for one line of code and what it means when it is added. */
export type Sign = { readonly pattern: RegExp; readonly what: string };

export const found = (file: FilePatch, line: number | undefined, detail: string): Found =>
  line === undefined ? { file: file.path, detail } : { file: file.path, line, detail };

/** A piece of code inside a sentence, bounded. */
export const quote = (code: string): string => {
  const text = code.trim().replaceAll(/\s+/g, ' ');
  return `\`${text.length > 100 ? `${text.slice(0, 99)}…` : text}\``;
};

export const plural = (n: number, word: string): string => `${String(n)} ${word}${n === 1 ? '' : 's'}`;
