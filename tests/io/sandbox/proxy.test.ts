import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openProxy, type Passage } from '../../../src/io/sandbox/proxy.ts';
import { isPrivate, permits, readRule, readTarget } from '../../../src/io/sandbox/proxy-rules.ts';

const rules = (...entries: string[]) => entries.map(readRule).filter((rule) => rule !== undefined);
const allowed = (target: string, ...entries: string[]): unknown => {
  const read = readTarget(target);
  const found = read === null ? 'not a name' : permits(rules(...entries), read);
  return typeof found === 'string' ? found : 'allowed';
};

test.each([
  ['registry.example.com:443', 'allowed'],
  ['REGISTRY.example.com.:443', 'allowed'],
  ['evilregistry.example.com:443', 'not on the list'],
  ['registry.example.com.evil.org:443', 'not on the list'],
  ['registry.example.com:22', 'a port that is not on the list'],
  ['a.b.wide.org:443', 'allowed'],
  ['wide.org:443', 'not on the list'],
  ['notwide.org:443', 'not on the list'],
  ['git.example.com:8443', 'allowed'],
  ['git.example.com:443', 'a port that is not on the list'],
  ['registry.example.com\0.evil.org:443', 'not a name'],
  ['registry.example.com', 'not a name'],
  ['user@registry.example.com:443', 'not a name'],
  ['[::1]:443', 'not a name'],
  ['a..wide.org:443', 'not a name'],
])('%j is %s', (target, wanted) => {
  expect(allowed(target, 'registry.example.com', '*.wide.org', 'git.example.com:8443')).toBe(wanted);
});

test.each(['', '*', '*.', 'https://x.org', 'x.org/path', 'x.org:0', 'x.org:99999', 'a b'])(
  'the entry %j allows nothing',
  (entry) => {
    expect(readRule(entry)).toBeUndefined();
  },
);

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.20.0.1', true],
  ['192.168.0.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['224.0.0.1', true],
  ['::1', true],
  ['fe80::1', true],
  ['fd00::1', true],
  ['::ffff:10.0.0.1', true],
  ['2002:7f00:1::', true],
  ['64:ff9b::7f00:1', true],
  ['93.184.216.34', false],
  ['2606:2800:220:1:248:1893:25c8:1946', false],
])('%s is private: %s', (address, wanted) => {
  expect(isPrivate(address)).toBe(wanted);
});

/** A server that echoes what it gets, and a proxy that lets its address through. */
async function between(mostSent = 1_000_000) {
  const server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const passages: Passage[] = [];
  const allow = [`127.0.0.1:${String(port)}`, `localhost:${String(port)}`];
  const proxy = await openProxy({ allow, mostSent, onPassage: (passage) => passages.push(passage) });
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  return { port, passages, socket: proxy.socket };
}

/** What comes back over a socket until it ends, or until it has so many bytes. */
async function talk(socket: string, text: string, enough = Number.POSITIVE_INFINITY): Promise<string> {
  const client = connect(socket);
  client.write(text);
  let got = '';
  await new Promise<void>((resolve) => {
    client.on('data', (chunk: Buffer) => {
      got += chunk.toString();
      if (got.length >= enough) {
        client.destroy();
      }
    });
    client.on('close', () => resolve()).on('error', () => undefined);
  });
  return got;
}

const GRANTED = 'HTTP/1.1 200 Connection established\r\n\r\n';

test('an address that the user listed is reached, and what went to and fro is counted', async () => {
  const { port, passages, socket } = await between();
  const request = `CONNECT 127.0.0.1:${String(port)} HTTP/1.1\r\n\r\nhello`;
  expect(await talk(socket, request, GRANTED.length + 5)).toBe(`${GRANTED}hello`);
  await expect
    .poll(() => passages)
    .toEqual([{ target: `127.0.0.1:${String(port)}`, verdict: 'allowed', sent: 5, received: 5 }]);
});

test('a name that leads to this machine is refused, unless it is listed as private', async () => {
  const { port, passages, socket } = await between();
  const answer = await talk(socket, `CONNECT localhost:${String(port)} HTTP/1.1\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*a private address/);
  expect(passages).toMatchObject([{ verdict: 'refused', because: 'a private address' }]);
});

test.each([
  ['CONNECT other.example:443 HTTP/1.1\r\n\r\n', 403],
  ['GET http://other.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n', 403],
  ['CONNECT 127.0.0.1\0.example:443 HTTP/1.1\r\n\r\n', 400],
])('%j is answered with %i', async (request, status) => {
  const { socket } = await between();
  expect(await talk(socket, request)).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
});

test('who sends more than a command may is cut off', async () => {
  const { port, passages, socket } = await between(10_000);
  const request = `CONNECT 127.0.0.1:${String(port)} HTTP/1.1\r\n\r\n`;
  await talk(socket, request + 'x'.repeat(50_000));
  await expect.poll(() => passages).toMatchObject([{ because: 'it sent more than it may' }]);
});
