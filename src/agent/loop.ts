import type { z } from 'zod';
import type { Assistant, Call, Message } from '../domain/transcript.ts';
import { ModelError, type ErrorKind } from '../model/errors.ts';
import type { Delta, Model } from '../model/model.ts';
import { answer, pending } from './answer.ts';
import { ENDING, finishTool } from './finish.ts';
import { CUT_OFF, judge, type Patience } from './judge.ts';
import type { Failed, Result } from './result.ts';
import type { Tool } from './tool.ts';

/** What makes one role: its fixed prompt, its hands, the shape of its result, and how patient we are with it. */
export type Agent<T> = Patience<T> & {
  readonly prompt: string;
  readonly tools: readonly Tool[];
  readonly finish: z.ZodType<T>;
  /** Times that a wrong `finish` is handed back. */
  readonly repairs: number;
};

export type Deps = {
  readonly model: Model;
  /** Ends everything now. */
  readonly signal: AbortSignal;
  /** Ends the conversation before its next model call; what is under way is finished and kept. */
  readonly stopping: AbortSignal;
  /** The conversation so far: empty at first, longer after a restart. */
  readonly messages: readonly Message[];
  /** Resolves once the message is safe. */
  readonly record: (message: Message) => Promise<void>;
  /** Told of each reply once it is recorded. */
  readonly billed: (reply: Assistant, remarks: readonly string[]) => Promise<void>;
  readonly onDelta?: (delta: Delta) => void;
  /** Words of a person for this conversation, seen at the next turn. */
  readonly told?: () => readonly string[];
};

/** The conversation was stopped between two turns and can go on later from its transcript. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Asks, runs the calls, answers them, asks again: until the role has handed in its result or cannot go on. */
export async function runAgent<T>(agent: Agent<T>, brief: string, deps: Deps): Promise<Result<T>> {
  const finish = finishTool(agent.finish, agent.repairs);
  const tools = [...agent.tools, finish.tool];
  const specs = tools.map((t) => t.spec);
  const messages = [...deps.messages];
  const push = async (message: Message): Promise<void> => {
    await deps.record(message);
    messages.push(message);
  };
  const respond = async (calls: readonly Call[], resumed: 'resumed' | 'fresh'): Promise<void> =>
    answer(calls, { tools, ending: ENDING, push, signal: deps.signal, resumed });

  if (messages.length === 0) {
    await push({ role: 'system', text: agent.prompt });
    await push({ role: 'user', text: brief });
  }
  await finish.recall(messages, deps.signal);
  await respond(pending(messages), 'resumed');

  for (;;) {
    const end = finish.result();
    if (end) {
      return end;
    }
    const judgement = judge({ ...agent, tools, messages });
    if (judgement && 'end' in judgement) {
      return judgement.end;
    }
    if (judgement) {
      await push({ role: 'user', text: judgement.say });
    }
    if (deps.stopping.aborted) {
      throw new Stopped();
    }
    for (const text of deps.told?.() ?? []) {
      await push({ role: 'user', text });
    }
    const asked = await ask({ ...deps, messages, specs });
    if ('end' in asked) {
      return asked;
    }
    await push(asked.message);
    await deps.billed(asked.message, asked.remarks);
    await (asked.cut ? refuse(asked.message.calls, push) : respond(asked.message.calls, 'fresh'));
  }
}

type Asked = { readonly message: Assistant; readonly cut: boolean; readonly remarks: readonly string[] };

async function ask(deps: Deps & { readonly specs: readonly Tool['spec'][] }): Promise<Asked | Failed> {
  const began = performance.now();
  const { model, messages, specs: tools, signal, onDelta } = deps;
  try {
    const reply = await model.complete({ messages, tools }, { signal, ...(onDelta ? { onDelta } : {}) });
    const bill = { model: reply.model, usage: reply.usage, ms: Math.round(performance.now() - began) };
    return {
      message: { ...reply.message, bill },
      cut: reply.finish === 'length',
      remarks: reply.remarks ?? [],
    };
  } catch (error) {
    const end = error instanceof ModelError ? ENDS[error.kind] : undefined;
    if (end && error instanceof ModelError) {
      return { end, detail: error.message };
    }
    throw error;
  }
}

/** Errors that are about this conversation: it ends, and a new one may fare better. The others are the provider's. */
const ENDS: Partial<Record<ErrorKind, Failed['end']>> = {
  overflow: 'overflow',
  truncated: 'truncated',
  content_filter: 'refused',
  bad_arguments: 'stuck',
};

/** A cut-off reply runs nothing: its calls may lack their ends. */
async function refuse(calls: readonly Call[], push: (message: Message) => Promise<void>): Promise<void> {
  for (const call of calls) {
    await push({ role: 'tool', call: call.id, ok: false, text: CUT_OFF });
  }
  if (calls.length === 0) {
    await push({ role: 'user', text: CUT_OFF });
  }
}
