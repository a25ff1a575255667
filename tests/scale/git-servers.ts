import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { freePort } from './redis-server.ts';

const USER = 'ada';
const SECRET = 'a secret of git';

/** Repositories below a folder by https, for whoever knows the password: git's own server behind one of Node's. */
export async function httpsServer(
  root: string,
  { cert, key }: { readonly cert: string; readonly key: string },
) {
  const wanted = `Basic ${Buffer.from(`${USER}:${SECRET}`).toString('base64')}`;
  const server = createServer(
    { cert: await readFile(cert), key: await readFile(key) },
    (request, response) => {
      if (request.headers.authorization !== wanted) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
        return;
      }
      backend(root, request, response);
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `https://127.0.0.1:${String(port)}`,
    /** What a user puts into his own git configuration. */
    settings: [
      ['http.sslCAInfo', cert],
      ['credential.helper', `!f() { echo username=${USER}; echo "password=${SECRET}"; }; f`],
    ] as const,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function backend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'https://localhost');
  const { headers } = request;
  const child = spawn('git', ['-c', 'http.receivepack=true', 'http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding']?.toString() ?? '',
      GIT_PROTOCOL: headers['git-protocol']?.toString() ?? '',
      REMOTE_USER: USER,
    },
  });
  request.pipe(child.stdin).on('error', () => undefined);
  const parts: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => parts.push(chunk));
  child.once('close', () => {
    const answer = Buffer.concat(parts);
    const end = answer.indexOf('\r\n\r\n');
    const rows = answer.subarray(0, end).toString('latin1').split('\r\n');
    const told = rows.map((row) => row.split(/: (.*)/s).slice(0, 2) as [string, string]);
    const status = Number(told.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
    response.writeHead(status, Object.fromEntries(told.filter(([name]) => name !== 'Status')));
    response.end(answer.subarray(end + 4));
  });
}

const SSHD = '/usr/sbin/sshd';

/** An ssh server for this user and one key; where none is installed, aloud, a program that carries out what ssh is asked for. */
export async function sshServer(dir: string) {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return existsSync(SSHD) ? realServer(dir) : standIn(dir);
}

async function realServer(dir: string) {
  const [host, own] = [path.join(dir, 'host'), path.join(dir, 'own')];
  for (const file of [host, own]) {
    await execa('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  }
  const port = String(await freePort());
  const known = path.join(dir, 'known_hosts');
  await writeFile(known, `[127.0.0.1]:${port} ${await readFile(`${host}.pub`, 'utf8')}`);
  // What it is told for its own user's sake counts for root only.
  await mkdir('/run/sshd', { recursive: true }).catch(() => undefined);
  const options = Object.entries({
    Port: port,
    ListenAddress: '127.0.0.1',
    HostKey: host,
    AuthorizedKeysFile: `${own}.pub`,
    PidFile: 'none',
    StrictModes: 'no',
    UsePAM: 'no',
    PasswordAuthentication: 'no',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const child = spawn(SSHD, ['-D', '-e', '-f', '/dev/null', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  while (!said.includes('Server listening')) {
    if (child.exitCode !== null) {
      throw new Error(`sshd: ${said}`);
    }
    await setTimeout(20);
  }
  return {
    url: (repository: string) => `ssh://127.0.0.1:${port}${repository}`,
    command: `ssh -F /dev/null -i ${own} -o UserKnownHostsFile=${known} -o BatchMode=yes`,
    close: () => child.kill('SIGKILL'),
  };
}

async function standIn(dir: string) {
  process.stderr.write(
    'SKIPPED: no sshd is installed (apt-get install openssh-server): ssh is stood in for\n',
  );
  const file = path.join(dir, 'ssh');
  // Options, the host, and what is to be done there.
  await writeFile(file, '#!/bin/sh\nwhile [ "${1#-}" != "$1" ]; do shift 2; done\nshift\nexec sh -c "$*"\n');
  await chmod(file, 0o700);
  return { url: (repository: string) => `ssh://127.0.0.1${repository}`, command: file, close: () => true };
}
