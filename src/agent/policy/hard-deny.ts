import { GROUNDS } from './grounds.ts';
import { type Arg, type CommandLine, programName } from './line.ts';
import { readLine } from './read-line.ts';
import { unwrapped } from './wrappers.ts';

/** Why a command is run in no mode; `rule` names the ground. */
export type HardDeny = { readonly rule: string; readonly reason: string };

/** The first of its programs that is run in no mode. A courtesy and a clear word: the sandbox holds without it. */
export function hardDenied(line: CommandLine, depth = 0): HardDeny | undefined {
  for (const simple of line.commands) {
    const argv = unwrapped(simple.argv);
    for (const started of [argv, ...startedByFind(argv)]) {
      const ground = GROUNDS.find(({ bites }) => bites(started, simple));
      if (ground) {
        return { rule: ground.rule, reason: `${started[0]?.text ?? ''}: ${ground.reason}` };
      }
    }
    const inner = depth < 3 ? scriptIn(argv) : undefined;
    const found = inner === undefined ? undefined : hardDenied(readLine(inner), depth + 1);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** What `find` runs for each file. */
function startedByFind(argv: readonly Arg[]): (readonly Arg[])[] {
  if (programName(argv) !== 'find') {
    return [];
  }
  const starts = argv.flatMap(({ text }, i) => (/^-(?:exec|ok)(?:dir)?$/.test(text) ? [i + 1] : []));
  return starts.map((from) => {
    const end = argv.findIndex(({ text }, i) => i >= from && (text === ';' || text === '+'));
    return unwrapped(argv.slice(from, end < 0 ? undefined : end));
  });
}

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'fish']);

/** The words that a shell is given to run. */
function scriptIn(argv: readonly Arg[]): string | undefined {
  const name = programName(argv);
  if (name === 'eval') {
    return argv
      .slice(1)
      .map(({ text }) => text)
      .join(' ');
  }
  const at = SHELLS.has(name) ? argv.findIndex(({ text }) => /^-\w*c$/.test(text)) : -1;
  return at < 0 ? undefined : argv[at + 1]?.text;
}
