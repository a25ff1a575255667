import { GIT_DANGERS, gitReads, startsPlain } from './git-reads.ts';
import type { Arg, Simple } from './line.ts';
import { dangerIn, type Dangers, leadsOutside } from './options.ts';

/** What is known of a program that can be used to look without touching. */
type Program = {
  readonly dangers?: Dangers;
  /** What has to hold beyond that. */
  readonly when?: (args: readonly Arg[]) => boolean;
  /** `text`: its words are words, not paths, and may be computed. `pattern`: the first operand is one. */
  readonly takes?: 'text' | 'pattern';
};

const operands = (args: readonly Arg[]): readonly Arg[] => args.filter(({ text }) => !/^-./.test(text));
const fewerThan =
  (most: number) =>
  (args: readonly Arg[]): boolean =>
    operands(args).length < most;
const every =
  (pattern: RegExp) =>
  (args: readonly Arg[]): boolean =>
    args.every(({ text }) => pattern.test(text));

const SED_LINES = /^\s*(?:(?:\d+|\$|\/[^/\n]*\/)(?:,(?:\d+|\$|\+\d+|\/[^/\n]*\/))?)?\s*!?\s*[pdq=]\s*$/;

/** Nothing but lines that are printed or left out. */
function sedPrints(args: readonly Arg[]): boolean {
  const options = args.filter(({ text }) => text.startsWith('-'));
  const plain = /^(?:-[nErsu]+|-e|--quiet|--silent|--regexp-extended|--expression)$/;
  const at = args.findIndex(({ text }) => text === '-e' || text === '--expression');
  const scripts = at < 0 ? operands(args).slice(0, 1) : [args[at + 1]];
  const once = options.filter(({ text }) => text === '-e' || text === '--expression').length < 2;
  return (
    once &&
    options.every(({ text }) => plain.test(text)) &&
    scripts.every(
      (script) => script?.kind === 'fixed' && script.text.split(/[;\n]/).every((s) => SED_LINES.test(s)),
    )
  );
}

const PLAIN = ['cat', 'head', 'tail', 'nl', 'ls', 'cut', 'comm', 'cmp', 'stat', 'du', 'df', 'rev', 'tac'];
const MORE_PLAIN = ['fold', 'paste', 'join', 'od', 'hexdump', 'strings', 'realpath', 'readlink', 'diff'];
const SUMS = ['md5sum', 'sha1sum', 'sha256sum', 'sha512sum', 'cksum'];
const TEXT = [
  'echo',
  'true',
  'false',
  ':',
  'pwd',
  'basename',
  'dirname',
  'seq',
  'tr',
  'whoami',
  'uname',
  'nproc',
];
/** Patterns from a file would be read from wherever that is. */
const GREP: Program = { takes: 'pattern', dangers: { letters: 'f', names: ['file', 'exclude-from'] } };

const PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ...SUMS.map((name): [string, Program] => [name, { dangers: { letters: 'c', names: ['check'] } }]),
  ...[...PLAIN, ...MORE_PLAIN].map((name): [string, Program] => [name, {}]),
  ...TEXT.map((name): [string, Program] => [name, { takes: 'text' }]),
  ['printf', { takes: 'text', dangers: { letters: 'v' } }],
  ['test', { takes: 'text', dangers: { words: ['-v', '-R'] } }],
  ['[', { takes: 'text', dangers: { words: ['-v', '-R'] } }],
  ['date', { dangers: { letters: 'sfr', names: ['set', 'file', 'reference'] } }],
  ['which', { takes: 'text' }],
  ['type', { takes: 'text' }],
  ['command', { when: (args) => args[0]?.text === '-v' }],
  ['cd', { when: (args) => args.length === 1 && args[0]?.text !== '-' }],
  ['set', { when: every(/^(?:-[eu]+|-[eu]*o|pipefail)$/) }],
  ['exit', { when: every(/^\d+$/) }],
  ['break', { when: every(/^\d+$/) }],
  ['continue', { when: every(/^\d+$/) }],
  ['wc', { dangers: { names: ['files0-from'] } }],
  ['uniq', { when: fewerThan(2) }],
  [
    'sort',
    {
      dangers: {
        letters: 'oTS',
        names: ['output', 'compress-program', 'temporary-directory', 'files0-from'],
      },
    },
  ],
  ['file', { dangers: { letters: 'Cm', names: ['compile', 'magic-file'] } }],
  ['tree', { dangers: { letters: 'oR', names: ['output'] } }],
  ['column', {}],
  [
    'jq',
    {
      takes: 'pattern',
      dangers: { letters: 'fL', names: ['from-file', 'rawfile', 'slurpfile', 'library-path'] },
    },
  ],
  ['grep', GREP],
  ['egrep', GREP],
  ['fgrep', GREP],
  [
    'rg',
    {
      takes: 'pattern',
      dangers: {
        letters: 'fz',
        names: ['file', 'ignore-file', 'pre', 'pre-glob', 'hostname-bin', 'search-zip'],
      },
    },
  ],
  [
    'find',
    {
      dangers: {
        words: [
          '-exec',
          '-execdir',
          '-ok',
          '-okdir',
          '-delete',
          '-fprint',
          '-fprint0',
          '-fprintf',
          '-fls',
          '-files0-from',
        ],
      },
    },
  ],
  ['sed', { takes: 'pattern', dangers: { letters: 'if', names: ['in-place', 'file'] }, when: sedPrints }],
  ['git', { dangers: GIT_DANGERS, when: gitReads }],
  // Known for what a person may allow with any arguments; none of these is free by itself.
  [
    'tar',
    {
      dangers: {
        letters: 'IF',
        names: [
          'to-command',
          'use-compress-program',
          'checkpoint-action',
          'rsh-command',
          'info-script',
          'new-volume-script',
          'absolute-names',
        ],
      },
      when: () => false,
    },
  ],
]);

/** Whether a command only looks, at what lies in the working copy. */
export function onlyReads({ argv }: Simple): boolean {
  const [name, ...args] = argv;
  const program = name?.kind === 'fixed' ? PROGRAMS.get(name.text) : undefined;
  return program !== undefined && (program.when?.(args) ?? true) && isHarmless(program, args);
}

/**
 * Whether the words of a command from one on, which a person has allowed to be any, stay what that person had in mind:
 * written out, inside the working copy, and none that starts another program.
 */
export function staysHarmless({ argv }: Simple, from: number): boolean {
  const name = argv[0]?.text ?? '';
  const rest = argv.slice(from);
  const narrow = NARROW.get(name)?.(rest, from) ?? true;
  return narrow && isHarmless(PROGRAMS.get(name) ?? {}, rest);
}

const NARROW: ReadonlyMap<string, (rest: readonly Arg[], from: number) => boolean> = new Map([
  ['sed', sedPrints],
  ['git', startsPlain],
]);

/** With an option that holds the pattern, the first operand is a file like the others. */
const PATTERN_GIVEN = /^-[a-zA-Z]*e.|^--reg[a-z]*=/;

function isHarmless({ dangers = {}, takes }: Program, args: readonly Arg[]): boolean {
  if (dangerIn(args, dangers)) {
    return false;
  }
  if (takes === 'text') {
    return true;
  }
  const isGiven = args.some(({ text }) => PATTERN_GIVEN.test(text));
  const pattern = takes === 'pattern' && !isGiven ? operands(args)[0] : undefined;
  return args.every((arg) => arg.kind !== 'computed' && (arg === pattern || !leadsOutside(arg)));
}
