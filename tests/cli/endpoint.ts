import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Sent = {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
};
export type Answer = {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[];
  /** An HTTP status in place of an answer. */
  readonly status?: number;
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
  readonly delayMs?: number;
};

/** A real OpenAI-compatible server on 127.0.0.1 whose answers a test writes. */
export async function endpoint(answer: (sent: Sent, n: number) => Answer | Promise<Answer>) {
  const requests: Sent[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method === 'GET') {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ object: 'list', data: [{ id: 'test-model', object: 'model' }] }));
        return;
      }
      const sent = JSON.parse(await bodyOf(request)) as Sent;
      requests.push(sent);
      const given = await answer(sent, requests.length);
      await new Promise((resolve) => setTimeout(resolve, given.delayMs ?? 0));
      if (given.status !== undefined) {
        response.statusCode = given.status;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ error: { message: given.text ?? 'refused', type: 'test' } }));
        return;
      }
      response.setHeader('content-type', 'text/event-stream');
      response.end(stream(sent, given, requests.length));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/v1`,
    requests,
    close: async () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function stream(sent: Sent, { text, calls = [], usage }: Answer, n: number): string {
  const base = {
    id: `chatcmpl-${String(n)}`,
    object: 'chat.completion.chunk',
    created: 1,
    model: sent.model,
  };
  const event = (delta: object, reason: string | null = null): string =>
    `data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  const toolCalls = calls.map((c, index) => ({
    index,
    id: `call_${String(n)}_${String(index)}`,
    type: 'function',
    function: { name: c.name, arguments: JSON.stringify(c.arguments) },
  }));
  return [
    event({ role: 'assistant', content: text ?? '' }),
    ...(toolCalls.length > 0 ? [event({ tool_calls: toolCalls })] : []),
    event({}, toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    `data: ${JSON.stringify({ ...base, choices: [], usage: usage ?? { prompt_tokens: 100, completion_tokens: 10 } })}\n\n`,
    'data: [DONE]\n\n',
  ].join('');
}

/** Which role a request comes from, told by its fixed prompt. */
export function roleOf(sent: Sent): 'planner' | 'coder' | 'reviewer' {
  const system = sent.messages[0]?.content ?? '';
  return system.startsWith('You plan') ? 'planner' : system.startsWith('You write') ? 'coder' : 'reviewer';
}
