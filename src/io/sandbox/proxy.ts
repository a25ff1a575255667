import { lookup } from 'node:dns/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { isPrivate, permits, readRule, readTarget, type Refusal, type Target } from './proxy-rules.ts';

/** One way out that a command asked for; what it took grows as long as it is open. */
export type Passage = {
  /** As it was asked for. */
  readonly target: string;
  readonly verdict: 'allowed' | 'refused';
  because?: Refusal | 'no answer' | 'it sent more than it may';
  /** Bytes that left, and that came in. */
  sent: number;
  received: number;
};

export type ProxyOptions = {
  /** Entries of the user's list; what cannot be read allows nothing. */
  readonly allow: readonly string[];
  /** Bytes that may leave in all, over every connection. */
  readonly mostSent: number;
  /** Told of each way out as soon as it is decided on. */
  readonly onPassage: (passage: Passage) => void;
};

export type Proxy = { readonly socket: string; close(): Promise<void> };

const CONNECT_MS = 15_000;
/** Each of them takes two descriptors of this program. */
const MOST_OPEN = 256;

/** Opens the only way out of a sandbox: an HTTP proxy for encrypted connections to names on a list, on a local socket. */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orchestrate-net-'));
  const socket = path.join(folder, 'proxy.sock');
  const open = new Set<Duplex>();
  const budget = { sent: 0 };
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    options.onPassage({
      target: plainTarget(request),
      verdict: 'refused',
      because: 'not a name',
      ...NOTHING,
    });
    response.writeHead(403, { connection: 'close' }).end('Only encrypted connections leave this sandbox.\n');
  });
  server.maxConnections = MOST_OPEN;
  server.on('connect', (request, client, head) => {
    open.add(client);
    client.on('close', () => open.delete(client)).on('error', () => client.destroy());
    pass({ text: request.url ?? '', client, head }, options, budget).catch(() => client.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socket, resolve);
  });
  return {
    socket,
    close: async () => {
      for (const client of open) {
        client.destroy();
      }
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const NOTHING = { sent: 0, received: 0 };
const plainTarget = ({ url = '' }: IncomingMessage): string => url.slice(0, 200);

type Asked = { readonly text: string; readonly client: Duplex; readonly head: Buffer };

async function pass(
  { text, client, head }: Asked,
  options: ProxyOptions,
  budget: { sent: number },
): Promise<void> {
  const found = await wayTo(text, options.allow);
  if ('because' in found) {
    options.onPassage({ target: text.slice(0, 200), verdict: 'refused', because: found.because, ...NOTHING });
    const status = found.because === 'no answer' ? '502 Bad Gateway' : '403 Forbidden';
    client.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\nThis sandbox refuses ${found.because}.\n`);
    return;
  }
  const { server } = found;
  const passage: Passage = { target: text, verdict: 'allowed', sent: 0, received: 0 };
  options.onPassage(passage);
  const send = (chunk: Buffer): void => {
    passage.sent += chunk.length;
    budget.sent += chunk.length;
    if (budget.sent > options.mostSent) {
      passage.because = 'it sent more than it may';
      server.destroy();
      client.destroy();
    }
  };
  client.on('data', send);
  server.on('data', (chunk: Buffer) => {
    passage.received += chunk.length;
  });
  server.on('error', () => client.destroy());
  client.on('close', () => server.destroy());
  server.on('close', () => client.end());
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) {
    send(head);
    server.write(head);
  }
  server.pipe(client);
  client.pipe(server);
}

async function wayTo(
  text: string,
  allow: readonly string[],
): Promise<{ readonly server: Socket } | { readonly because: Refusal | 'no answer' }> {
  const target = readTarget(text);
  if (target === null) {
    return { because: 'not a name' };
  }
  const rules = allow.map(readRule).filter((rule) => rule !== undefined);
  const rule = permits(rules, target);
  if (typeof rule === 'string') {
    return { because: rule };
  }
  const addresses = await lookup(target.host, { all: true }).catch(() => []);
  if (rule.reach === 'public' && addresses.some(({ address }) => isPrivate(address))) {
    return { because: 'a private address' };
  }
  for (const { address } of addresses) {
    const server = await reach({ host: address, port: target.port });
    if (server) {
      return { server };
    }
  }
  return { because: 'no answer' };
}

/** To the very address that was looked at: a second look-up could give another. */
async function reach(target: Target): Promise<Socket | undefined> {
  const server = connect({ ...target, timeout: CONNECT_MS });
  return new Promise((resolve) => {
    const fail = (): void => {
      server.destroy();
      resolve(undefined);
    };
    server.once('error', fail).once('timeout', fail);
    server.once('connect', () => {
      server.setTimeout(0).off('error', fail).off('timeout', fail);
      resolve(server);
    });
  });
}
