import { z } from 'zod';
import { runAgent, type Agent, type Deps } from '../../src/agent/loop.ts';
import { tool } from '../../src/agent/tool.ts';
import type { Message } from '../../src/domain/transcript.ts';
import { scripted, type Step } from '../../src/model/scripted.ts';

/** A small role and a scripted model for it: what is sent, recorded and billed can be looked at afterwards. */

export const never = new AbortController().signal;

export const echo = tool({
  name: 'echo',
  description: 'Says it back.',
  input: z.strictObject({ text: z.string() }),
  reads: true,
  run: async ({ text }) => Promise.resolve(text),
});

/** A tool that changes something, and keeps what it was told to do. */
export function pen(name = 'pen') {
  const done: string[] = [];
  const made = tool({
    name,
    description: 'Writes it down.',
    input: z.strictObject({ text: z.string() }),
    run: async ({ text }) => {
      done.push(text);
      return Promise.resolve(`wrote ${text}`);
    },
  });
  return { tool: made, done };
}

export const Done = z.strictObject({ summary: z.string() });
export type Done = z.infer<typeof Done>;

export const role = (more: Partial<Agent<Done>> = {}): Agent<Done> => ({
  prompt: 'You echo.',
  tools: [echo],
  finish: Done,
  turns: 50,
  repairs: 2,
  nudge: 'Call finish.',
  ...more,
});

export type Stage = { readonly agent?: Partial<Agent<Done>>; readonly deps?: Partial<Deps> };

/** Plays the steps to the end of the role. `transcript` is what was recorded, in order. */
export async function play(steps: readonly Step[], { agent, deps = {} }: Stage = {}) {
  const { model, requests, left } = scripted(...steps);
  const transcript: Message[] = [...(deps.messages ?? [])];
  const result = await runAgent(role(agent), 'The task.', {
    model,
    signal: never,
    stopping: never,
    messages: [],
    record: async (message) => {
      transcript.push(message);
      return Promise.resolve();
    },
    billed: async () => Promise.resolve(),
    ...deps,
  });
  return { result, transcript, requests, left: left() };
}

/** A conversation in short: who spoke, and what. */
export const lines = (messages: readonly Message[]): string[] =>
  messages.map((m) => {
    switch (m.role) {
      case 'assistant':
        return `assistant: ${[m.text, ...m.calls.map((c) => `→ ${c.tool}`)].filter(Boolean).join(' ')}`;
      case 'tool':
        return `${m.ok ? 'ok' : 'failed'}: ${m.text}`;
      case 'system':
      case 'user':
        return `${m.role}: ${m.text}`;
    }
  });

export const said = (messages: readonly Message[]): string[] =>
  messages.slice(2).flatMap((m) => (m.role === 'user' ? [m.text] : []));
