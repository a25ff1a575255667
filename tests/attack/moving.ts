import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Takes whatever comes and remembers it. */
export type Sink = {
  readonly port: number;
  readonly received: readonly string[];
  close(): Promise<void>;
};

/** A TCP and a UDP sink on the same loopback port, and where the system knows such a thing an abstract socket. */
export async function listen(): Promise<Sink> {
  const received: string[] = [];
  const take = (how: string) => (bytes: Buffer | string) => {
    received.push(`${how}: ${bytes.toString().slice(0, 500)}`);
  };
  const serve = (how: string): Server =>
    createServer((socket) => {
      take(how)('connected');
      socket.on('data', take(how));
      socket.on('error', () => undefined);
      socket.end();
    });
  const tcp = serve('tcp');
  const port = await opened(tcp, { port: 0, host: '127.0.0.1' });
  const udp = createSocket('udp4').on('message', take('udp'));
  await new Promise<void>((resolve) => {
    udp.bind(port, '127.0.0.1', resolve);
  });
  const abstract = serve('abstract');
  // Another case may hold that name at the moment: its sink sees what comes.
  await opened(abstract, { path: '\0orchestrate-canary' }).catch(() => undefined);
  return {
    port,
    received,
    close: async () => {
      udp.close();
      await Promise.all([tcp, abstract].map(closed));
    },
  };
}

async function opened(server: Server, at: { port?: number; host?: string; path?: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(at, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

const closed = async (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });

const SWAP = `
const { workerData } = require('node:worker_threads');
const fs = require('node:fs');
const { dir, to, ms } = workerData;
const end = Date.now() + ms;
fs.mkdirSync(dir, { recursive: true });
while (Date.now() < end) {
  try {
    fs.renameSync(dir, dir + '.away');
    fs.symlinkSync(to, dir);
    fs.unlinkSync(dir);
    fs.renameSync(dir + '.away', dir);
  } catch {
    try { fs.unlinkSync(dir); } catch {}
    try { fs.renameSync(dir + '.away', dir); } catch {}
    try { fs.mkdirSync(dir); } catch {}
  }
}
`;

/** A folder that again and again is a link to another place, from a thread of its own; the result ends it early. */
export function keepSwapping(swap: { dir: string; to: string; ms: number }): () => void {
  const worker = new Worker(SWAP, { eval: true, workerData: swap });
  return () => void worker.terminate();
}
