import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { enter } from './door.ts';
import type { PageFiles, PageSource } from './source.ts';
import { stream } from './stream.ts';

export type PageServer = {
  /** Where the page is, its token included. Ends in a slash. */
  readonly url: string;
  close(): Promise<void>;
};

/** Nothing from elsewhere, nothing inline, no text that becomes markup, and in nobody's frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Serves the page on 127.0.0.1, at a port that is free, to whoever has its token. */
export async function servePage(source: PageSource, files: PageFiles): Promise<PageServer> {
  const token = randomBytes(24).toString('base64url');
  const stopped = new AbortController();
  let port = 0;
  const server = createServer({ keepAlive: true }, (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) {
      response.setHeader(name, value);
    }
    const entrance = enter(request, { port, token });
    if (!entrance.may) {
      say(response, entrance.status, entrance.why);
      return;
    }
    answer(request, response, { ...entrance, source, files, signal: stopped.signal }).catch(() => {
      if (!response.headersSent) {
        say(response, 500, 'That could not be read.');
      }
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/${token}/`,
    close: async () => {
      stopped.abort();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

type Asked = {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly source: PageSource;
  readonly files: PageFiles;
  readonly signal: AbortSignal;
};

async function answer(request: IncomingMessage, response: ServerResponse, asked: Asked): Promise<void> {
  const { path, query, source, files, signal } = asked;
  const file = files.get(path === '' ? 'index.html' : path);
  if (file) {
    response.setHeader('content-type', TYPES[(path || '.html').split('.').at(-1) ?? ''] ?? 'text/plain');
    response.end(file);
    return;
  }
  const [, id = '', key = ''] = /^api\/runs\/([\w-]+)\/(.+)$/.exec(path) ?? [];
  if (path === 'api/runs') {
    json(response, source, await source.runs());
  } else if (key === 'events') {
    const last = Number(request.headers['last-event-id'] ?? Number(query.get('from') ?? 0) - 1);
    const from = Number.isSafeInteger(last) ? Math.max(0, last + 1) : 0;
    await stream(response, { source, run: id, from, signal });
  } else if (key === 'worked') {
    json(response, source, await source.worked(id));
  } else {
    json(response, source, id === '' ? null : await source.detail(id, decodeURIComponent(key)));
  }
}

function json(response: ServerResponse, source: PageSource, value: unknown): void {
  if (value === null) {
    say(response, 404, 'There is nothing here.');
    return;
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(source.redact(JSON.stringify(value)));
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}
