import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

/** A request as far as tests look at it. */
const Sent = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })).readonly(),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
});
export type Sent = Readonly<z.infer<typeof Sent>>;
export type Answer = {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[];
  /** An HTTP status in place of an answer, with these headers. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null: the server does not tell. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
  readonly delayMs?: number;
  /** In place of an answer the server ends, until it comes back. */
  readonly dies?: boolean;
};

/** A real OpenAI-compatible server on 127.0.0.1 whose answers a test writes. `listing` replaces its list of models. */
export async function endpoint(
  answer: (sent: Sent, n: number) => Answer | Promise<Answer>,
  listing?: { readonly status: number; readonly text: string },
) {
  const requests: Sent[] = [];
  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      if (request.method === 'GET') {
        response.writeHead(listing?.status ?? 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(listing ? { error: { message: listing.text } } : MODELS));
        return;
      }
      const sent = Sent.parse(JSON.parse(await bodyOf(request)));
      requests.push(sent);
      const given = await answer(sent, requests.length);
      await setTimeout(given.delayMs ?? 0, undefined, { ref: false });
      if (given.dies === true) {
        await close();
        return;
      }
      if (given.status !== undefined) {
        response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
        response.end(JSON.stringify({ error: { message: given.text ?? 'refused', type: 'test' } }));
        return;
      }
      response.setHeader('content-type', 'text/event-stream');
      response.end(stream(sent, given, requests.length));
    };
    serve().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  const listen = async (at: number): Promise<void> =>
    new Promise((resolve) => {
      server.listen(at, '127.0.0.1', resolve);
    });
  const close = async (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/v1`,
    requests,
    close,
    /** Listens again where it did before. */
    comeBack: async () => listen(port),
  };
}

const MODELS = { object: 'list', data: [{ id: 'test-model', object: 'model' }] };

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += String(chunk);
  }
  return body;
}

function stream(sent: Sent, { text, calls = [], usage = usageOf(sent) }: Answer, n: number): string {
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
    ...(usage === null ? [] : [`data: ${JSON.stringify({ ...base, choices: [], usage })}\n\n`]),
    'data: [DONE]\n\n',
  ].join('');
}

/** About what a real server would count. */
const usageOf = ({ messages, tools }: Sent) => ({
  prompt_tokens: Math.ceil(JSON.stringify([messages, tools]).length / 4),
  completion_tokens: 10,
});

/** Which role a request comes from, told by its fixed prompt. */
export function roleOf(sent: Sent): 'planner' | 'coder' | 'reviewer' {
  const system = sent.messages[0]?.content ?? '';
  return system.startsWith('You plan') ? 'planner' : system.startsWith('You write') ? 'coder' : 'reviewer';
}
