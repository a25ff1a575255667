import type { Call } from '../domain/transcript.ts';
import type { Model, Reply, Request } from './model.ts';

export type Step = Reply | Error | ((request: Request) => Reply | Promise<Reply>);

/**
 * A model that answers from a list, for tests and examples: a call too many is an error, and so is a request whose
 * earlier tool calls are not all answered in order.
 */
export function scripted(...steps: Step[]) {
  const requests: Request[] = [];
  const model: Model = {
    name: 'scripted',
    async complete(request, { signal }) {
      signal.throwIfAborted();
      requests.push(structuredClone(request));
      assertAnswered(request);
      const step = steps.shift();
      if (!step) {
        throw new Error(`no scripted reply left for call ${String(requests.length)}`);
      }
      if (step instanceof Error) {
        throw step;
      }
      return typeof step === 'function' ? step(request) : step;
    },
  };
  return { model, requests, left: () => steps.length };
}

const free = { input: 0, cached: 0, output: 0, usd: 0 };

export const says = (text: string, ...calls: Call[]): Reply => ({
  message: { role: 'assistant', text, calls },
  usage: free,
  model: 'scripted',
  finish: 'stop',
});

export const call = (tool: string, input: unknown, id = `${tool}-1`): Call => ({ id, tool, input });

function assertAnswered({ messages }: Request): void {
  const asked = messages.flatMap((m) => (m.role === 'assistant' ? m.calls.map((c) => c.id) : []));
  const answered = messages.flatMap((m) => (m.role === 'tool' ? [m.call] : []));
  if (JSON.stringify(asked) !== JSON.stringify(answered)) {
    throw new Error(`calls ${JSON.stringify(asked)} were answered as ${JSON.stringify(answered)}`);
  }
}
