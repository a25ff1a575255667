import type { Arg } from './line.ts';
import { dangerIn, type Dangers } from './options.ts';

/** Before the subcommand: these change what is shown, never what is run. */
const GLOBAL = new Set(['--no-pager', '-P', '--literal-pathspecs', '--no-optional-locks', '--version']);

export const GIT_DANGERS: Dangers = {
  letters: 'O',
  names: [
    'output',
    'output-directory',
    'no-index',
    'ext-diff',
    'textconv',
    'filters',
    'open-files-in-pager',
    'paginate',
    'exec',
    'exec-path',
    'upload-pack',
    'receive-pack',
    'config-env',
    'git-dir',
    'work-tree',
    'show-signature',
    'no-verify',
  ],
};

const anything = (): boolean => true;
const none = (args: readonly Arg[]): boolean => args.length === 0;
const only =
  (pattern: RegExp) =>
  (args: readonly Arg[]): boolean =>
    args.every(({ text }) => pattern.test(text));
const begins =
  (...words: string[]) =>
  (args: readonly Arg[]): boolean =>
    words.includes(args[0]?.text ?? '');

const READS = new Map<string, (args: readonly Arg[]) => boolean>([
  ...[
    'status',
    'diff',
    'log',
    'show',
    'blame',
    'shortlog',
    'whatchanged',
    'ls-files',
    'ls-tree',
    'rev-parse',
    'rev-list',
    'describe',
    'cat-file',
    'grep',
    'diff-tree',
    'diff-index',
    'diff-files',
    'merge-base',
    'name-rev',
    'for-each-ref',
    'show-ref',
    'count-objects',
    'check-ignore',
    'check-attr',
    'version',
  ].map((name): [string, () => boolean] => [name, anything]),
  ['branch', only(/^(?:-[arv]+|--(?:all|remotes|list|show-current|verbose))$/)],
  ['tag', only(/^(?:-l|--list|-n\d*)$/)],
  ['remote', only(/^(?:-v|--verbose)$/)],
  ['stash', begins('list', 'show')],
  ['worktree', begins('list')],
  ['reflog', none],
]);

/** Whether a git command only reads, and starts nothing that the repository's configuration could name. */
export function gitReads(args: readonly Arg[]): boolean {
  const at = args.findIndex(({ text }) => !GLOBAL.has(text));
  if (at < 0) {
    return args.length > 0;
  }
  const rest = args.slice(at + 1);
  const reads = READS.get(args[at]?.text ?? '');
  return reads?.(rest) === true && dangerIn(rest, GIT_DANGERS) === undefined && !verifies(args);
}

/** A format that asks for a signature starts the program that verifies it. */
const verifies = (args: readonly Arg[]): boolean => args.some(({ text }) => /%G|%\(signature/.test(text));

/** Where any git command is allowed: none that starts the verifier, or is told before its name what to run or where. */
export const startsPlain = (args: readonly Arg[], from: number): boolean =>
  !verifies(args) && (from > 1 || args[0]?.text.startsWith('-') !== true || GLOBAL.has(args[0].text));
