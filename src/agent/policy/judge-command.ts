import type { Mode } from '../../domain/settings.ts';
import { hardDenied } from './hard-deny.ts';
import type { Redirect, Simple } from './line.ts';
import { leadsOutside } from './options.ts';
import { readLine } from './read-line.ts';
import { onlyReads } from './reading.ts';
import { isAllowedBy, isDeniedBy, type Rule } from './rules.ts';

export type Rules = { readonly allow: readonly Rule[]; readonly deny: readonly Rule[] };

/** `rule` is a short name of the ground, `reason` one sentence for whoever gave the command. */
export type Judgement = {
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly rule: string;
  readonly reason: string;
  /** The first program that needs a word of a person, as a rule would name it. */
  readonly prefix?: string;
};

const allow = (rule: string): Judgement => ({ decision: 'allow', rule, reason: '' });

/** What may happen to a command. What its author says of it does not count. */
export function judgeCommand(command: string, { mode, rules }: { mode: Mode; rules: Rules }): Judgement {
  const line = readLine(command);
  const hard = hardDenied(line);
  if (hard) {
    return { decision: 'deny', ...hard };
  }
  const denied = rules.deny.find((rule) => line.commands.some((simple) => isDeniedBy(rule, simple)));
  if (denied) {
    return { decision: 'deny', rule: `deny ${denied.text}`, reason: 'the user has ruled this command out' };
  }
  if (mode === 'auto' || mode === 'full') {
    return allow(mode);
  }
  const otherwise = mode === 'plan' ? 'deny' : 'ask';
  const [doubt] = line.doubts;
  if (doubt !== undefined) {
    return { decision: otherwise, rule: 'unclear', reason: `it cannot be judged by its words: ${doubt}` };
  }
  const free = mode === 'plan' ? [] : rules.allow;
  const stopped = line.commands.map((simple) => whyNot(simple, free)).find((why) => why !== undefined);
  return stopped
    ? { decision: otherwise, ...stopped }
    : allow(line.commands.length === 0 ? 'empty' : 'reading');
}

type Why = Pick<Judgement, 'rule' | 'reason' | 'prefix'>;

/** Variables that programs take for nothing but how they show things. */
const HARMLESS = /^(?:NO_COLOR|FORCE_COLOR|CI|LANG|LC_[A-Z]+|TZ|COLUMNS|LINES|TERM|NODE_ENV)$/;

function whyNot(simple: Simple, allowed: readonly Rule[]): Why | undefined {
  const [name] = simple.argv;
  const set = simple.sets.find((variable) => !HARMLESS.test(variable));
  if (set !== undefined) {
    return { rule: 'assignment', reason: `it sets ${set}, which may change what runs` };
  }
  const redirect = simple.redirects.find((one) => !isQuiet(one));
  if (redirect) {
    return { rule: 'redirect', reason: `it writes to or reads from ${redirect.target?.text ?? 'a file'}` };
  }
  if (!name) {
    return undefined;
  }
  if (name.kind !== 'fixed') {
    return { rule: 'computed-name', reason: 'the name of the program is computed' };
  }
  return onlyReads(simple) || allowed.some((rule) => isAllowedBy(rule, simple))
    ? undefined
    : {
        rule: 'not-listed',
        reason: `${name.text} is not among what runs unasked here`,
        prefix: prefixOf(simple),
      };
}

/** Reading a file of the working copy, a text that stands in the command, nothing at all, or another descriptor. */
function isQuiet({ operator, target }: Redirect): boolean {
  if (target === null) {
    return true;
  }
  if (target.kind !== 'fixed') {
    return false;
  }
  const joins = /[<>]&$/.test(operator) && /^(?:\d+|-|\d+-)$/.test(target.text);
  return joins || target.text === '/dev/null' || (operator === '<' && !leadsOutside(target));
}

/** Two words tell one use of a program from another; options tell nothing. */
const prefixOf = ({ argv }: Simple): string => {
  const words = argv
    .slice(0, 2)
    .filter(({ text, kind }) => kind === 'fixed' && /^[\w:./@-]+$/.test(text) && !text.startsWith('-'));
  return words.map(({ text }) => text).join(' ');
};
