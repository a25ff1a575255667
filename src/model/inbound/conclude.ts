import { randomUUID } from 'node:crypto';
import type { Assistant, Call } from '../../domain/transcript.ts';
import { ModelError } from '../errors.ts';
import type { Request, ToolSpec } from '../model.ts';
import { readArguments } from './arguments.ts';
import type { CallSlot, MadeCall } from './calls.ts';
import { toolNamed } from './names.ts';
import { recoverPrinted } from './printed/printed.ts';
import { splitThoughts } from './thinking.ts';
import type { RawTurn } from './turn.ts';
import { type Origin, vendorOf } from './vendor.ts';

export type Concluded = { readonly message: Assistant; readonly finish: 'stop' | 'length' };

const CUT =
  'the reply was cut at the token limit, so none of its calls was run; make the call again, in smaller parts';

/**
 * What a whole turn means. Throws ModelError for an end that is none: filtered, failed on the server's side, garbled, or
 * with nothing in it.
 */
export function conclude(turn: RawTurn, request: Request, origin: Origin): Concluded {
  refuseBadEnd(turn);
  const { thoughts, answer } = splitThoughts(turn.text);
  const reasoning = [turn.reasoning.trim(), thoughts].filter(Boolean).join('\n');
  const made = callsOf(turn.calls, request.tools);
  const cut = turn.end === 'length';
  const printed = made.length > 0 || cut ? undefined : recoverPrinted(answer, request.tools);
  const text = printed ? printed.text : answer;
  const all: MadeCall[] = printed
    ? printed.calls.map(({ name, input }) => ({ id: '', tool: name, input }))
    : made;
  const calls = named(cut ? all.map((call) => ({ ...call, invalid: CUT })) : all, request);
  if (text.trim() === '' && calls.length === 0 && !cut) {
    refuseEmpty(turn);
  }
  const vendor = vendorOf(turn, all, origin);
  return {
    finish: cut ? 'length' : 'stop',
    message: {
      role: 'assistant',
      text,
      calls,
      ...(reasoning !== '' && { reasoning }),
      ...(vendor !== undefined && { vendor }),
    },
  };
}

function refuseBadEnd({ end, endWord, refusal, text }: RawTurn): void {
  switch (end) {
    case 'filtered':
      throw new ModelError('content_filter', `the provider's content filter ended the reply (${endWord})`);
    case 'failed':
      throw new ModelError('server', `the provider failed while it replied (${endWord})`);
    case 'garbled':
      throw new ModelError('bad_arguments', `the model garbled a tool call (${endWord})`, { repeat: 'once' });
    case 'stop':
    case 'length':
      if (refusal !== '' && text.trim() === '') {
        throw new ModelError(
          'content_filter',
          `the model refused by its safety policy: ${refusal.slice(0, 600)}`,
        );
      }
  }
}

/** Comes and goes: worth one more try as it is. After that, other words help more than the same again. */
function refuseEmpty({ reasoning }: RawTurn): never {
  const what = reasoning.trim() === '' ? 'nothing' : 'only reasoning';
  throw new ModelError('protocol', `the reply was empty: it held ${what}, no text and no tool call`, {
    repeat: 'once',
    empty: true,
  });
}

function callsOf(slots: readonly CallSlot[], tools: readonly ToolSpec[]): MadeCall[] {
  return slots
    .filter(({ name, pieces }) => name !== '' || pieces.length > 0)
    .flatMap((slot): MadeCall[] => {
      const name = toolNamed(slot.name, tools);
      const base = { id: slot.id, tool: name, ...(slot.extra !== undefined && { extra: slot.extra }) };
      if (name === '') {
        return [{ ...base, input: raw(slot), invalid: 'the call names no tool' }];
      }
      const read = readArguments(
        slot.pieces,
        tools.find((tool) => tool.name === name),
      );
      return 'problem' in read
        ? [{ ...base, input: raw(slot), invalid: `${name} was not run: ${read.problem}` }]
        : read.inputs.map((input) => Object.assign({ input }, base));
    });
}

const raw = ({ pieces }: CallSlot): string => pieces.join('');

/** Gives each call an id that no other call of the conversation has. */
function named(calls: readonly MadeCall[], { messages }: Request): Call[] {
  const taken = new Set(messages.flatMap((m) => (m.role === 'assistant' ? m.calls.map(({ id }) => id) : [])));
  return calls.map((call) => {
    const id =
      call.id === '' || taken.has(call.id)
        ? `call_${randomUUID().replaceAll('-', '').slice(0, 20)}`
        : call.id;
    taken.add(id);
    return withId(call, id);
  });
}

function withId(call: MadeCall, id: string): Call {
  const { extra: _, ...plain } = call;
  return { ...plain, id };
}
