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
    for (const inner of depth < 3 ? scriptsIn(argv) : []) {
      const found = hardDenied(readLine(inner), depth + 1);
      if (found) {
        return found;
      }
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

/** The words that a shell is given to run, now or later. */
function scriptsIn(argv: readonly Arg[]): string[] {
  const name = programName(argv);
  const words = argv.slice(1).map(({ text }) => text);
  switch (name) {
    case 'eval':
      return [words.join(' ')];
    case 'trap':
      return words.slice(0, 1);
    default: {
      const at = SHELLS.has(name) ? words.findIndex((word) => /^-\w*c$/.test(word)) : -1;
      return at < 0 ? [] : words.slice(at + 1, at + 2);
    }
  }
}
