import type { Tally } from './runner.ts';
import { jsonResults } from './json-results.ts';
import { junit } from './junit.ts';
import { node } from './node.ts';
import { programOf, type Program } from './program.ts';
import { tap } from './tap.ts';

/** What a command is run as, so that its runner also writes its results into a file. */
export type Asked = {
  readonly command: string;
  /** To be set, or added to what is there, separated by a space. */
  readonly env: Readonly<Record<string, string>>;
};

/** How one test runner is had to write its results into a file of ours, beside what it prints. */
type Way = {
  readonly name: string;
  /** Whether a command starts this runner once, and leaves it free where to report. */
  readonly takes: (words: readonly string[]) => boolean;
  readonly arguments?: (file: string) => string;
  readonly variables?: (file: string) => Asked['env'];
  /** `root` is the folder that the command ran in. */
  readonly read: (text: string, root: string) => Tally | undefined;
};

const has = (words: readonly string[], pattern: RegExp): boolean => words.some((word) => pattern.test(word));

const WAYS: readonly Way[] = [
  {
    name: 'vitest',
    takes: ([first, ...words]) =>
      first === 'vitest' &&
      !has(words, /^(?:bench|list|init|watch|dev|-w|--(?:reporter|outputFile|watch|ui|mergeReports)\b.*)$/),
    arguments: (file) => `--reporter=default --reporter=json --outputFile.json=${file}`,
    read: jsonResults,
  },
  {
    name: 'jest',
    takes: ([first, ...words]) =>
      first === 'jest' &&
      !has(words, /^--(?:json|outputFile|watch\w*|listTests|showConfig|init|clearCache)\b/),
    arguments: (file) => `--json --outputFile=${file}`,
    read: jsonResults,
  },
  {
    name: 'node:test',
    takes: ([first, ...words]) =>
      first === 'node' && words.includes('--test') && !has(words, /^--(?:test-reporter|watch)/),
    variables: (file) => ({
      NODE_OPTIONS: `--test-reporter=spec --test-reporter-destination=stdout --test-reporter=tap --test-reporter-destination=${file}`,
    }),
    read: (text) => node.parse(text) ?? tap.parse(text),
  },
  {
    name: 'pytest',
    takes: (words) => {
      const [first = '', flag, module] = words;
      const started =
        /^(?:pytest|py\.test)$/.test(first) ||
        (/^python[\d.]*$/.test(first) && flag === '-m' && module === 'pytest');
      return started && !has(words, /^--(?:junit-?xml|co$|collect-only|fixtures|help|version)|junitxml/);
    },
    variables: (file) => ({ PYTEST_ADDOPTS: `--junitxml=${file}` }),
    read: (text) => (junit.recognises(text) ? junit.parse(text) : undefined),
  },
];

export type Reporting = {
  readonly runner: string;
  /** `file` without blanks and quotes. */
  ask(file: string): Asked;
  read(text: string, root: string): Tally | undefined;
};

/** What lies beside the command and decides what it means. */
export type Beside = {
  /** The scripts of the package that it runs in. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Names of runners whose configuration says where they report. */
  readonly settled: readonly string[];
};

/**
 * How to have a check's runner report into a file; undefined where its command does not say plainly that one runner runs
 * once, or says itself where that one reports: then what it prints is all there is.
 */
export function reportingOf(command: string, beside: Beside): Reporting | undefined {
  const program = programOf(command, beside.scripts);
  const way = program && WAYS.find(({ takes }) => takes(program.words));
  if (!program || !way || beside.settled.includes(way.name)) {
    return undefined;
  }
  return {
    runner: way.name,
    ask: (file) => ({
      command: way.arguments ? withArguments(command, program, way.arguments(file)) : command,
      env: way.variables?.(file) ?? {},
    }),
    read: way.read,
  };
}

const withArguments = (command: string, { passesOn }: Program, words: string): string =>
  `${command.trimEnd()}${passesOn} ${words}`;
