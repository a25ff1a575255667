import { createHash } from 'node:crypto';
import type { CallRecord } from '../agent/permit.ts';
import type { EventOf } from '../domain/event.ts';
import type { Caller } from './models.ts';

const MOST_CHARACTERS = 200;

/** The event that keeps a call for an audit: what was asked in short, and a hash of all of it. */
export function toolCalled(
  { conversation, attempt }: Pick<Caller, 'conversation' | 'attempt'>,
  { input, permission, facts, ...same }: CallRecord,
): EventOf<'tool.called'> {
  const whole = JSON.stringify(input) ?? '';
  return {
    type: 'tool.called',
    conversation,
    attempt,
    call: same.call,
    tool: same.tool,
    input: whole.length > MOST_CHARACTERS ? `${whole.slice(0, MOST_CHARACTERS)}…` : whole,
    sha256: createHash('sha256').update(whole).digest('hex'),
    decision: permission.decision,
    rule: permission.rule,
    ok: same.ok,
    ms: same.ms,
    bytes: same.bytes,
    ...(facts.exit === undefined ? {} : { exit: facts.exit }),
    ...(facts.killed === undefined ? {} : { killed: facts.killed }),
    ...(facts.refused === undefined ? {} : { refused: facts.refused }),
    ...(facts.hidden === undefined ? {} : { hidden: facts.hidden }),
    ...(facts.sandbox === undefined ? {} : { sandbox: facts.sandbox }),
    ...(facts.network === undefined ? {} : { network: [...facts.network] }),
  };
}
