import type { Mode } from '../../domain/settings.ts';
import type { Permission, Permit, Wish } from '../permit.ts';
import { judgeCommand, type Judgement, type Rules } from './judge-command.ts';
import { parseRule } from './rules.ts';

/** What a person is asked: the thing itself in one line, why it needs a word, and a rule that would cover it. */
export type Question = {
  readonly tool: string;
  readonly what: string;
  readonly reason: string;
  readonly prefix: string | null;
};
export type PersonSays = 'once' | 'always' | 'no';

export type PermitOptions = {
  readonly mode: Mode;
  /** The user's own, as they are written in the settings. */
  readonly rules: { readonly allow: readonly string[]; readonly deny: readonly string[] };
  /** Absent where nobody is there to be asked: what would be asked is denied. */
  readonly ask?: (question: Question) => Promise<PersonSays>;
};

/** Who may do what in a run. What a person allows for always holds until the run rests. */
export function permitBy({ mode, rules, ask }: PermitOptions): Permit {
  const allow = rules.allow.map(parseRule);
  const deny = rules.deny.map(parseRule);
  const writing = { free: false };
  let asking: Promise<unknown> = Promise.resolve();
  const judged = (wish: Wish): Judgement => {
    const free = writing.free && wish.kind === 'write';
    return free ? FREE : judge(wish, mode, { allow, deny });
  };

  const askPerson = async (tool: string, wish: Wish): Promise<Permission> => {
    const again = judged(wish);
    if (again.decision !== 'ask' || !ask) {
      return settled(again, { mode, rules: rules.allow });
    }
    const prefix = wish.kind === 'command' ? (again.prefix ?? null) : wish.kind === 'write' ? 'files' : null;
    const said = await ask({ tool, what: wordsOf(wish), reason: again.reason, prefix });
    if (said === 'no') {
      return { decision: 'deny', rule: 'person', text: NO };
    }
    if (said === 'always' && wish.kind === 'command' && prefix !== null) {
      allow.push(parseRule(`${prefix} *`));
    }
    writing.free ||= said === 'always' && wish.kind === 'write';
    return { decision: 'allow', rule: `person ${said}` };
  };

  return async ({ tool, wish }) => {
    const judgement = judged(wish);
    if (judgement.decision !== 'ask' || !ask) {
      return settled(judgement, { mode, rules: rules.allow });
    }
    // One question at a time; the answer to the one before may settle this one.
    const answer = asking.then(async () => askPerson(tool, wish));
    asking = answer.catch(() => undefined);
    return answer;
  };
}

/** What every one of them allows; the first that denies has the word. */
export function permitByAll(permits: readonly Permit[]): Permit {
  return async (wanted) => {
    let last: Permission = { decision: 'allow', rule: 'none' };
    for (const permit of permits) {
      last = await permit(wanted);
      if (last.decision === 'deny') {
        break;
      }
    }
    return last;
  };
}

const FREE: Judgement = { decision: 'allow', rule: 'person always', reason: '' };
const NO = 'Not run: the person who was asked said no. Do without it, or ask in finish.';

function judge(wish: Wish, mode: Mode, rules: Rules): Judgement {
  switch (wish.kind) {
    case 'look':
      return { decision: 'allow', rule: 'look', reason: '' };
    case 'command':
      return judgeCommand(wish.command, { mode, rules });
    case 'write':
    case 'other':
      return CHANGES[mode];
  }
}

const CHANGES: Readonly<Record<Mode, Judgement>> = {
  plan: { decision: 'deny', rule: 'plan', reason: 'nothing is changed in this mode' },
  ask: { decision: 'ask', rule: 'change', reason: 'a change needs the word of a person' },
  auto: { decision: 'allow', rule: 'auto', reason: '' },
  full: { decision: 'allow', rule: 'full', reason: '' },
};

const wordsOf = (wish: Wish): string =>
  wish.kind === 'command'
    ? wish.command
    : wish.kind === 'write'
      ? `change ${wish.paths.join(', ')}`
      : 'use it';

/** A question that nobody can answer is a no, with a way on. */
function settled(
  { decision, rule, reason }: Judgement,
  { mode, rules }: { readonly mode: Mode; readonly rules: readonly string[] },
): Permission {
  if (decision === 'allow') {
    return { decision, rule };
  }
  const way =
    decision === 'ask' || mode === 'plan'
      ? `${decision === 'ask' ? 'Nobody is there to be asked. ' : ''}${free(mode === 'plan' ? [] : rules)}`
      : 'Do without it; if the task cannot be done without, say so in finish.';
  return { decision: 'deny', rule, text: `Not run (mode ${mode}, rule ${rule}): ${reason}. ${way}` };
}

const free = (rules: readonly string[]): string =>
  `What runs unasked: the reading tools, and commands that only read the working copy, such as ls, cat, grep, find, sed -n, git diff and git log${rules.length > 0 ? `; also ${rules.join(', ')}` : ''}. Go on with those, and say in finish what a person has to do.`;
