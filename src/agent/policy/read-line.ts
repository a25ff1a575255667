import {
  type Command,
  forEachChild,
  parse,
  type ParsedScript,
  type Redirection,
  type SyntaxNode,
} from 'unbash';
import type { CommandLine, Redirect, Simple } from './line.ts';
import { doubtIn } from './doubts.ts';
import { argOf } from './words.ts';

const MOST_CHARACTERS = 16 * 1024;
const MOST_COMMANDS = 64;
const MOST_DEPTH = 200;
/** Beyond this nothing is read: such a text is data. */
const MOST_READ = 1024 * 1024;

/** What nobody sees on a screen, or takes for a plain space. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?![\n\t])\p{Cc}|(?! )\p{Zs}|[\p{Zl}\p{Zp}]/u;

/** Reads a command line as bash would, without running any of it. Never throws. */
export function readLine(text: string): CommandLine {
  const found: Finding = { commands: [], doubts: new Set() };
  if (text.length > MOST_CHARACTERS) {
    found.doubts.add('it is longer than 16 KiB');
  }
  if (INVISIBLE.test(text)) {
    found.doubts.add('it holds characters that nobody sees');
  }
  if (text.length <= MOST_READ) {
    walk(parse(text), { found, into: found.commands, before: [], depth: 0 });
  }
  if (found.commands.length > MOST_COMMANDS) {
    found.doubts.add(`it starts more than ${String(MOST_COMMANDS)} programs`);
  }
  return { commands: found.commands, doubts: [...found.doubts] };
}

type Finding = { readonly commands: Simple[]; readonly doubts: Set<string> };

type Walking = {
  readonly found: Finding;
  /** Takes the programs that are met. */
  readonly into: Simple[];
  /** Programs whose output the next ones read. */
  readonly before: readonly Simple[];
  readonly depth: number;
};

function walk(node: SyntaxNode, walking: Walking): void {
  const { found, depth } = walking;
  if (depth > MOST_DEPTH) {
    found.doubts.add('it is nested too deep');
    return;
  }
  const doubt = doubtIn(node);
  if (doubt !== undefined) {
    found.doubts.add(doubt);
  }
  const deeper = { ...walking, depth: depth + 1 };
  if (node.type === 'Script' && hasErrors(node)) {
    found.doubts.add('it is not valid bash');
  }
  if (node.type === 'Command') {
    takeCommand(node, deeper);
  } else if (node.type === 'Pipeline') {
    takeStages(node.commands, deeper);
  } else {
    forEachChild(node, (child) => {
      walk(child, deeper);
    });
  }
}

/** Each stage of a pipe reads what those before it write. */
function takeStages(stages: readonly SyntaxNode[], walking: Walking): void {
  const before = [...walking.before];
  for (const stage of stages) {
    const into: Simple[] = [];
    walk(stage, { ...walking, into, before: [...before] });
    walking.into.push(...into);
    before.push(...into);
  }
}

const hasErrors = (script: ParsedScript): boolean => (script.errors?.length ?? 0) > 0;

function takeCommand(node: Command, walking: Walking): void {
  const inside: Simple[] = [];
  forEachChild(node, (child) => {
    walk(child, { ...walking, into: inside, before: [] });
  });
  const words = node.suffix.filter((part) => part.type === 'Word');
  const sets = [...node.prefix, ...node.suffix].filter((part) => part.type === 'Assignment');
  walking.into.push(...inside, {
    argv: [...(node.name ? [node.name] : []), ...words].map(argOf),
    sets: sets.map((part) => part.name),
    redirects: node.redirects.map(redirectOf),
    pipedFrom: walking.before,
    inside,
  });
}

function redirectOf(redirect: Redirection): Redirect {
  switch (redirect.type) {
    case 'Redirect':
      return {
        operator: redirect.operator,
        target: redirect.target ? argOf(redirect.target) : { text: '', kind: 'computed' },
      };
    case 'HereString':
    case 'HereDoc':
      return { operator: redirect.operator, target: null };
  }
}
