import type { FilePatch } from '../patch/patch.ts';
import { isCheckFile } from './check-files.ts';
import { newCode, signRule } from './lines.ts';
import { DOUBTED, found, quote, type Rule, type Sign } from './rule.ts';
import { isProse, isTestFile } from './test-files.ts';

/** Ways to end a check with success before a failure is counted. */
const LEAVES: readonly Sign[] = [
  {
    what: 'the process leaves with success',
    pattern: /\bprocess\.(?:exit|reallyExit)\(\s*0?\s*\)|\b(?:Deno|Bun)\.exit\(\s*0?\s*\)/,
  },
  {
    what: 'the exit code is set back',
    pattern: /\bprocess\.exitCode\s*=\s*(?:0|undefined)|\bexitstatus\s*=\s*0|\bExitCode\s*=\s*0/,
  },
  {
    what: 'the process leaves with success',
    pattern:
      /\bos\._exit\(|\bsys\.exit\(\s*(?:0|None)?\s*\)|^\s*(?:exit|quit)\(\s*0?\s*\)|\bpytest\.exit\(.*\b0\b|\batexit\.register\(/,
  },
  {
    what: 'the process leaves with success',
    pattern:
      /\bos\.Exit\(\s*0\s*\)|\bprocess::exit\(\s*0\s*\)|\bSystem\.exit\(\s*0\s*\)|\bEnvironment\.Exit\(\s*0\s*\)|\bexit!?\s*\(?\s*0\s*\)?\s*$|\bexitProcess\(\s*0\s*\)|\bSystem\.halt\(\s*0\s*\)/,
  },
  {
    what: 'a failing command is ignored',
    pattern:
      /\|\|\s*(?:true|:|exit 0|echo\b)|;\s*(?:true|exit 0)\s*["']?,?\s*$|^\s*set \+e\b|^\t-(?!(?:rm|rmdir|mkdir|kill|docker)\b)\w|^\s*ignore_errors:\s*true/,
  },
  {
    what: 'a failing step is ignored',
    pattern: /\bcontinue-on-error:\s*true|\ballow_failure:\s*true|\bcontinueOnError:\s*true/,
  },
  { what: 'no test at all counts as success', pattern: /\bpass-?with-?no-?tests\b/i },
];

/** What no ordinary source has any use for. */
const ANYWHERE: readonly Sign[] = [
  { what: 'the process leaves at once, whatever failed', pattern: /\bos\._exit\(|\bprocess\.reallyExit\(/ },
  {
    what: 'the process leaves with success when it is loaded',
    pattern: /^(?:process\.exit\(\s*0\s*\)|sys\.exit\(\s*0?\s*\)|os\.Exit\(0\))/,
  },
  {
    what: 'what nobody catches is dropped',
    pattern:
      /\bprocess\.on\(\s*['"](?:unhandledRejection|uncaughtException)['"]\s*,\s*(?:\(\w*\)|\w+)\s*=>\s*(?:\{\s*\}|undefined|null)\s*\)|\bsys\.excepthook\s*=\s*lambda\b/,
  },
  {
    what: 'the process leaves with success, whatever failed',
    pattern:
      /\bset_hook\(.*\bexit\(\s*0\s*\)|\bRuntime\.getRuntime\(\)\.halt\(|\btrap\s+(?:['"](?:exit 0|true|:)?['"]|:)\s+(?:.*\b)?(?:EXIT|ERR|0)\b/,
  },
  {
    what: 'the exit code is set back when the process ends',
    pattern: /\bprocess\.on\(\s*['"](?:exit|beforeExit)['"].*(?:exitCode\s*=\s*0|exit\(\s*0)/,
  },
];

const isGuarded = (file: FilePatch, check: readonly string[]): boolean =>
  !isProse(file.path) && (isTestFile(file.path) || isCheckFile(file.path, check));

export const exitZero: Rule = signRule({
  name: 'exit-zero',
  levels: DOUBTED,
  signs: LEAVES,
  hunks: (file, { check }) => (isGuarded(file, check) ? file.hunks : []),
  say: ({ what }, { text }) => `In what the check runs, ${what}: ${quote(text)}.`,
});

/** A package that others import has no say in how the program ends. */
export const exitInPackage: Rule = {
  name: 'exit-in-package',
  levels: DOUBTED,
  find: ({ patch, base }) =>
    patch
      .filter(({ path }) => path.endsWith('.go') && !isTestFile(path))
      .filter((file) => !/^package main\b/m.test(textOf(file, base?.get(file.from ?? file.path))))
      .flatMap((file) =>
        newCode(file)
          .filter(({ text }) => /\b(?:os|syscall)\.Exit\(\s*0\s*\)/.test(text))
          .map((line) =>
            found(file, line.line, `A package ends the whole program with success: ${quote(line.text)}.`),
          ),
      ),
};

const textOf = (file: FilePatch, base = ''): string =>
  [base, ...file.hunks.flatMap((hunk) => hunk.lines).map(({ text }) => text)].join('\n');

export const exitInSource: Rule = signRule({
  name: 'exit-in-source',
  levels: DOUBTED,
  signs: ANYWHERE,
  hunks: (file, { check }) => (isGuarded(file, check) || isProse(file.path) ? [] : file.hunks),
  say: ({ what }, { text }) => `In the source, ${what}: ${quote(text)}.`,
});
