import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { ModelEntry } from '../../src/model/entry.ts';

export type Seen = { path: string; body: Record<string, unknown>; headers: IncomingHttpHeaders };

/** What the server does with one request. `reset` drops the connection after the chunks; `open` never ends. */
export type Answer = {
  status?: number;
  headers?: Record<string, string>;
  chunks?: (string | Uint8Array)[];
  gapMs?: number;
  end?: 'end' | 'reset' | 'open';
};

export type Play = {
  url: string;
  seen: Seen[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const Body = z.record(z.string(), z.unknown());
const Address = z.looseObject({ port: z.number() });

/** A real server that gives each POST the next answer (the last one again and again), and each GET what `get` says. */
export async function play(
  answers: (Answer | ((seen: Seen) => Answer))[],
  get: (path: string) => Answer = () => ({ status: 404 }),
): Promise<Play> {
  const seen: Seen[] = [];
  let used = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const entry: Seen = {
        path: request.url ?? '',
        body: Body.parse(JSON.parse(text === '' ? '{}' : text)),
        headers: request.headers,
      };
      const isGet = request.method === 'GET';
      const next = isGet ? get(entry.path) : answers[Math.min(used++, answers.length - 1)];
      if (!isGet) {
        seen.push(entry);
      }
      const answer = typeof next === 'function' ? next(entry) : (next ?? {});
      void send(answer, response).catch(() => undefined);
    });
  });
  await listen(server);
  const close = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  };
  const { port } = Address.parse(server.address());
  return { url: `http://127.0.0.1:${String(port)}`, seen, close, [Symbol.asyncDispose]: close };
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
}

async function send(answer: Answer, response: ServerResponse): Promise<void> {
  const {
    status = 200,
    headers = { 'content-type': 'text/event-stream' },
    chunks = [],
    gapMs = 0,
    end = 'end',
  } = answer;
  if (status === 0) {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(status, headers);
  response.flushHeaders();
  for (const chunk of chunks) {
    await new Promise((resolve) => setTimeout(resolve, gapMs));
    response.write(chunk);
  }
  if (end === 'end') {
    response.end();
  } else if (end === 'reset') {
    await new Promise((resolve) => setTimeout(resolve, 20));
    response.socket?.resetAndDestroy();
  }
}

export const event = (data: unknown): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

export const delta = (message: unknown, finish: string | null = null): string =>
  event({ model: 'wire-name', choices: [{ index: 0, delta: message, finish_reason: finish }] });

export const DONE = event('[DONE]');

/** A streamed turn of plain text. */
export const textAnswer = (text: string, usage?: unknown): Answer => ({
  chunks: [
    delta({ role: 'assistant', content: text }),
    delta({}, 'stop'),
    ...(usage === undefined ? [] : [event({ choices: [], usage })]),
    DONE,
  ],
});

/** A streamed turn with one call. */
export const callAnswer = (name: string, input: unknown, id = 'call_1'): Answer => ({
  chunks: [
    delta({ tool_calls: [{ index: 0, id, function: { name, arguments: JSON.stringify(input) } }] }),
    delta({}, 'tool_calls'),
    DONE,
  ],
});

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  chunks: [JSON.stringify(body)],
});

export const refusal = (status: number, message: string, more: Record<string, unknown> = {}): Answer =>
  json({ error: { message, ...more } }, status);

export const entryFor = (url: string, more: Partial<ModelEntry> = {}): ModelEntry => ({
  name: 'cheap',
  model: 'wire-name',
  api: 'chat',
  baseUrl: `${url}/v1`,
  apiKey: 'sk-test-0123456789abcdef',
  ...more,
});
