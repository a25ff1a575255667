import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe } from 'vitest';

const installed = spawnSync('redis-server', ['--version']).status === 0;

/** Where there is no Redis these tests are skipped, aloud; on CI that is a failure of what should have installed it. */
export const withRedis = installed || process.env['CI'] !== undefined ? describe : describe.skip;
if (!installed && process.env['CI'] === undefined) {
  process.stderr.write('SKIPPED: redis-server is not installed (apt-get install redis-server)\n');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** A Redis of the test's own, which may be killed, started again, emptied and frozen. */
export async function redisServer(more: readonly string[] = []) {
  const dir = await mkdtemp(path.join(tmpdir(), 'orchestrate-redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
    child = spawn('redis-server', [...args, '--appendonly', 'yes', ...more], { stdio: 'ignore' });
    while (!(await answers(port))) {
      await setTimeout(20);
    }
  };
  const kill = async (): Promise<void> => {
    if (child?.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${String(port)}`,
    start,
    kill,
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    wipe: async () => {
      for (const name of await readdir(dir)) {
        await rm(path.join(dir, name), { recursive: true });
      }
    },
    close: async () => {
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const answers = async (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
