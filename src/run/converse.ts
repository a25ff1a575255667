import { runAgent, type Agent } from '../agent/loop.ts';
import type { Result } from '../agent/result.ts';
import type { Assistant, Message } from '../domain/transcript.ts';
import type { Delta } from '../model/model.ts';
import type { Accounts } from './accounts.ts';
import type { Control, Emit } from './drive.ts';
import type { Caller, Models } from './models.ts';

/** A conversation's messages so far, and a way to add one that is safe once it resolves. */
export type Transcript = {
  readonly messages: readonly Message[];
  append(message: Message): Promise<void>;
  close(): Promise<void>;
};

export type Conversing = {
  readonly models: Models;
  readonly transcripts: (conversation: string) => Promise<Transcript>;
  readonly accounts: Accounts;
  readonly onDelta?: (caller: Caller, delta: Delta) => void;
};

export type Conversation<T> = {
  readonly agent: Agent<T>;
  readonly brief: string;
  readonly caller: Caller;
  readonly emit: Emit;
  readonly control: Control;
};

/** Holds one conversation to its end, or goes on with it from its transcript; every reply is kept, then accounted for. */
export async function converse<T>(
  { agent, brief, caller, emit, control }: Conversation<T>,
  { models, transcripts, accounts, onDelta }: Conversing,
): Promise<Result<T>> {
  const transcript = await transcripts(caller.conversation);
  const billed = async (reply: Assistant, remarks: readonly string[]): Promise<void> => {
    if (reply.bill) {
      const { role, conversation, attempt } = caller;
      const said = remarks.length > 0 ? { remarks: [...remarks] } : {};
      await emit({ type: 'model.called', role, conversation, attempt, ...reply.bill, ...said });
    }
  };
  try {
    const replies = transcript.messages.filter((m): m is Assistant => m.role === 'assistant');
    for (const reply of replies.slice(accounts.told(caller.conversation))) {
      await billed(reply, []);
    }
    return await runAgent(agent, brief, {
      model: models(caller),
      signal: control.signal,
      stopping: control.stopping,
      messages: transcript.messages,
      record: async (message) => transcript.append(message),
      billed,
      ...(onDelta ? { onDelta: (delta: Delta) => onDelta(caller, delta) } : {}),
    });
  } finally {
    await transcript.close();
  }
}
