import { isSummary } from '../agent/context/marks.ts';
import { wordsOfPersons } from '../agent/context/person.ts';
import { runAgent, type Agent } from '../agent/loop.ts';
import type { Permit } from '../agent/permit.ts';
import type { Result } from '../agent/result.ts';
import { eachText } from '../domain/redaction/each-text.ts';
import type { Redactor } from '../domain/redaction/redactor.ts';
import type { Assistant, Message } from '../domain/transcript.ts';
import { ModelError } from '../model/errors.ts';
import type { CompleteOptions, Model } from '../model/model.ts';
import { sumUsage } from '../model/price.ts';
import type { Wait } from '../model/wait.ts';
import type { Accounts } from './accounts.ts';
import type { Control, Emit } from './drive.ts';
import type { Caller, Models, Piece } from './models.ts';
import { toolCalled } from './tool-called.ts';

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
  /** Who sums up a conversation that grows too long. */
  readonly summarizer: { readonly prompt: string; readonly alias: string };
  /** Decides about each call of a tool before it runs. */
  readonly permit: Permit;
  readonly redactor: Redactor;
  readonly onDelta?: (caller: Caller, piece: Piece) => void;
  readonly onWait?: (caller: Caller, wait: Wait) => void;
};

export type Conversation<T> = {
  readonly agent: Agent<T>;
  readonly brief: string;
  readonly caller: Caller;
  /** See `Models`. */
  readonly account?: string;
  readonly emit: Emit;
  readonly control: Control;
  /** For a call that the run can do without: how long it is tried for. */
  readonly retries?: CompleteOptions['retries'];
  /** What a person has said for this conversation, from its beginning on. */
  readonly words?: () => readonly string[];
};

/** Holds one conversation to its end, or goes on with it from its transcript; every reply is kept, then accounted for. */
export async function converse<T>(
  { agent, brief, caller, account, emit, control, retries, words = () => [] }: Conversation<T>,
  conversing: Conversing,
): Promise<Result<T>> {
  const { accounts, onDelta, summarizer } = conversing;
  const transcript = await conversing.transcripts(caller.conversation);
  const messages = [...transcript.messages];
  const billed = async (reply: Assistant, remarks: readonly string[]): Promise<void> => {
    if (reply.bill) {
      const { conversation, attempt } = caller;
      const role = isSummary(messages, messages.lastIndexOf(reply)) ? SUMMARIZER : caller.role;
      const said = remarks.length > 0 ? { remarks: [...remarks] } : {};
      await emit({ type: 'model.called', role, conversation, attempt, ...reply.bill, ...said });
    }
  };
  const modelOf = (who: Caller): Model => modelFor(who, { ...conversing, account, emit, retries });
  try {
    const replies = messages.filter((m): m is Assistant => m.role === 'assistant');
    for (const reply of replies.slice(accounts.told(caller.conversation))) {
      await billed(reply, []);
    }
    return await runAgent(agent, brief, {
      model: modelOf(caller),
      signal: control.signal,
      stopping: control.stopping,
      messages: transcript.messages,
      record: async (message) => {
        await transcript.append(message);
        messages.push(message);
      },
      billed,
      permit: conversing.permit,
      hide: conversing.redactor.hide,
      called: async (record) => emit(toolCalled(caller, record)),
      told: () => words().slice(wordsOfPersons(messages).length),
      summarizer: {
        prompt: summarizer.prompt,
        model: later(() => modelOf({ ...caller, role: SUMMARIZER, alias: summarizer.alias })),
      },
      begins: (text) => onDelta?.(caller, { kind: 'tool', text: `${text}\n` }),
      ...(onDelta ? { onDelta: (delta) => onDelta(caller, delta) } : {}),
    });
  } finally {
    await transcript.close();
  }
}

const SUMMARIZER = 'summarizer';

type Calling = Pick<Conversing, 'models' | 'onWait' | 'redactor'> & {
  readonly account: string | undefined;
  readonly emit: Emit;
  readonly retries: CompleteOptions['retries'] | undefined;
};

/** The caller's model, with its waits told, its turn at the rate gate shared by role, and its failures accounted for. */
function modelFor(caller: Caller, { models, account, onWait, emit, retries, redactor }: Calling): Model {
  const model = models(caller, account);
  const { role, conversation, attempt } = caller;
  return {
    ...(model.estimate && { estimate: model.estimate.bind(model) }),
    name: model.name,
    get window() {
      return model.window;
    },
    complete: async (request, options) => {
      const began = performance.now();
      try {
        const reply = await model.complete(request, {
          ...options,
          lane: role,
          ...(retries ? { retries } : {}),
          ...(onWait ? { onWait: (wait: Wait) => onWait(caller, wait) } : {}),
        });
        // What came to nothing on the way was paid for all the same.
        const message = withoutKnown(reply.message, redactor);
        return { ...reply, message, usage: sumUsage(reply.usage, reply.discarded) };
      } catch (error) {
        if (error instanceof ModelError && error.usage) {
          const { usage, message: failed } = error;
          const ms = Math.round(performance.now() - began);
          await emit({
            type: 'model.called',
            role,
            conversation,
            attempt,
            model: model.name,
            usage,
            ms,
            failed,
          });
        }
        throw error;
      }
    },
  };
}

/** Most conversations never need a summary: its model is asked for when one does. */
const later = (make: () => Model): Model => ({
  name: 'summarizer',
  complete: async (request, options) => make().complete(request, options),
});

/** A model that has come by a key of the user's does not get to write it down. */
const withoutKnown = (message: Assistant, { hideKnown }: Redactor): Assistant => ({
  ...message,
  text: hideKnown(message.text),
  calls: message.calls.map((call) => ({ ...call, input: eachText(call.input, hideKnown) })),
});
