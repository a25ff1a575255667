import type { z } from 'zod';
import { answered, type Answered, type Assistant, type Call, type Message } from '../domain/transcript.ts';
import { ModelError } from '../model/errors.ts';
import type { Delta, Model, ToolSpec } from '../model/model.ts';
import { countRequest } from '../model/tokens.ts';
import { answer, pending } from './answer.ts';
import { ask, type Asked } from './ask.ts';
import type { CarryingOut } from './carry-out.ts';
import { openSummary } from './context/marks.ts';
import { fromPerson, wordsOfPersons } from './context/person.ts';
import { goOnSummarising, makeMoreRoom, makeRoom, type Conversation } from './context/room.ts';
import type { Summarizer } from './context/summary.ts';
import { viewOf } from './context/view.ts';
import { ENDING, finishTool } from './finish.ts';
import { CUT_OFF, EMPTY, judge, type Judged, MOST_UNHEARD, type Patience } from './judge.ts';
import type { Failed, Result } from './result.ts';
import type { Tool } from './tool.ts';

/** What makes one role: its fixed prompt, its hands, the shape of its result, and how patient we are with it. */
export type Agent<T> = Patience<T> & {
  readonly prompt: string;
  readonly tools: readonly Tool[];
  readonly finish: z.ZodType<T>;
  /** Times that a wrong `finish` is handed back. */
  readonly repairs: number;
  /** What a summary of the conversation must keep to the letter, read from the calls so far. */
  readonly pinned?: (done: readonly Answered[]) => readonly string[];
};

export type Deps = Pick<CarryingOut, 'permit' | 'begins' | 'called' | 'hide'> & {
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
  /** Sums the conversation up when it nears the model's window; without it only results of tools are shortened. */
  readonly summarizer?: Summarizer;
};

/** The conversation was stopped between two turns and can go on later from its transcript. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Asks, runs the calls, answers them, asks again: until the role has handed in its result or cannot go on. */
export async function runAgent<T>(agent: Agent<T>, brief: string, deps: Deps): Promise<Result<T>> {
  const finish = finishTool(agent.finish, agent.repairs);
  const tools = [...agent.tools, finish.tool];
  const talk = conversationOf({ agent, deps, specs: tools.map((t) => t.spec) });
  const { messages, push } = talk;
  const respond = async (calls: readonly Call[], resumed: 'resumed' | 'fresh'): Promise<void> =>
    answer(calls, { ...deps, tools, ending: ENDING, push, window: deps.model.window, resumed });

  for (const message of headOf(agent, brief).slice(messages.length)) {
    await push(message);
  }
  await finish.recall(messages, deps.signal);
  await respond(pending(messages), 'resumed');
  const lost = openSummary(messages) && (await goOnSummarising(talk));
  if (lost) {
    return lost;
  }

  for (;;) {
    const end = finish.result() ?? (await judged({ ...agent, tools, messages }, push));
    if (end) {
      return end;
    }
    if (deps.stopping.aborted) {
      throw new Stopped();
    }
    for (const text of deps.told?.() ?? []) {
      await push(fromPerson(text));
    }
    const asked = await askUntilSaid(talk);
    if ('end' in asked) {
      return asked;
    }
    await push(asked.message);
    await deps.billed(asked.message, asked.remarks);
    await (asked.cut ? refuse(asked.message.calls, push) : respond(asked.message.calls, 'fresh'));
  }
}

const headOf = ({ prompt }: Pick<Agent<unknown>, 'prompt'>, brief: string): Message[] => [
  { role: 'system', text: prompt },
  { role: 'user', text: brief },
];

/** What a model says itself was freed of secrets when it came in. */
const withoutSecrets = (message: Message, hide: Deps['hide']): Message =>
  message.role === 'assistant' || !hide ? message : { ...message, text: hide(message.text) };

type Talk = Conversation & { readonly next: () => Promise<Asked | Failed> };
type Parts<T> = {
  readonly agent: Pick<Agent<T>, 'pinned'>;
  readonly deps: Deps;
  readonly specs: readonly ToolSpec[];
};

function conversationOf<T>({ agent, deps, specs: tools }: Parts<T>): Talk {
  const { model, summarizer, signal } = deps;
  const messages = [...deps.messages];
  const sum = summarizer && {
    prompt: summarizer.prompt,
    ask: async (view: readonly Message[]) => ask(summarizer.model, { messages: view, tools }, { signal }),
    billed: async ({ message, remarks }: Asked) => deps.billed(message, remarks),
    pinned: () => [...wordsOfPersons(messages), ...(agent.pinned?.(answered(messages)) ?? [])],
  };
  return {
    messages,
    push: async (given) => {
      const message = withoutSecrets(given, deps.hide);
      await deps.record(message);
      messages.push(message);
    },
    tools: countRequest({ messages: [], tools }),
    window: () => model.window,
    ...(sum ? { sum } : {}),
    next: async () => ask(model, { messages: viewOf(messages), tools }, deps),
  };
}

/** The end that follows from the conversation as it stands, if one does; else the model is told what it has to hear. */
async function judged<T>(state: Judged<T>, push: Talk['push']): Promise<Result<T> | undefined> {
  const judgement = judge(state);
  if (judgement && 'end' in judgement) {
    return judgement.end;
  }
  if (judgement) {
    await push({ role: 'user', text: judgement.say });
  }
  return undefined;
}

/** One reply; a model that says nothing is told so. Its words are recorded, so that a restart knows how often. */
async function askUntilSaid(talk: Talk): Promise<Asked | Failed> {
  for (;;) {
    try {
      return await askWithRoom(talk);
    } catch (error) {
      const unheard = talk.messages.length - 1 - talk.messages.findLastIndex((m) => m.text !== EMPTY);
      if (!(error instanceof ModelError && error.empty) || unheard >= MOST_UNHEARD) {
        throw error;
      }
      await talk.push({ role: 'user', text: EMPTY });
    }
  }
}

/** One reply, with room made for it before, or once more after the provider refused it as too long. */
async function askWithRoom(talk: Talk): Promise<Asked | Failed> {
  const full = await makeRoom(talk);
  if (full) {
    return full;
  }
  const asked = await talk.next();
  if (!('end' in asked) || asked.end !== 'overflow') {
    return asked;
  }
  return (await makeMoreRoom(talk, asked)) ?? talk.next();
}

/** A cut-off reply runs nothing: its calls may lack their ends. */
async function refuse(calls: readonly Call[], push: Talk['push']): Promise<void> {
  for (const call of calls) {
    await push({ role: 'tool', call: call.id, ok: false, text: CUT_OFF });
  }
  if (calls.length === 0) {
    await push({ role: 'user', text: CUT_OFF });
  }
}
