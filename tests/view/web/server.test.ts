import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { servePage } from '../../../src/view/web/server.ts';
import type { PageSource } from '../../../src/view/web/source.ts';
import type { Entry } from '../../../src/view/watch.ts';
import { opening, timed } from '../story.ts';

const entries = timed(opening);
const source: PageSource = {
  runs: async () => Promise.resolve([]),
  follow: async (run, { from }) => Promise.resolve(run === 'r1' ? pages(from) : null),
  detail: async (_, key) =>
    Promise.resolve(key === 'log/a.log' ? { kind: 'log', text: 'the secret is hush', cut: null } : null),
  worked: async (run) => Promise.resolve(run === 'r1'),
  redact: (text) => text.replaceAll('hush', '***'),
};
async function* pages(from: number): AsyncGenerator<readonly Entry[]> {
  yield entries.filter(({ seq }) => seq >= from);
  await Promise.resolve();
}
const files = new Map([
  ['index.html', Buffer.from('<!doctype html>')],
  ['page.js', Buffer.from('1')],
]);
const server = await servePage(source, files);
afterAll(async () => server.close());
const { port, pathname } = new URL(server.url);

type Answer = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
};

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });

test('it listens on this machine only, at a token that nobody guesses', () => {
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
});

test('with its token it answers, and lets nothing from elsewhere act', async () => {
  const page = await get(pathname);
  expect(page).toMatchObject({ status: 200, body: '<!doctype html>' });
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(page.headers).not.toHaveProperty('access-control-allow-origin');
  expect((await get(`${pathname}page.js`)).headers['content-type']).toMatch(/javascript/);
});

test.each<[string, string, Record<string, string>, string, number]>([
  ['no token', '/', {}, 'GET', 403],
  ['no token, in what is no address', '//', {}, 'GET', 403],
  ['no token, in what names another host', '//[', {}, 'GET', 403],
  ['no token, in a whole address', 'http://[', {}, 'GET', 403],
  ['the address of another host', `//a:b${pathname}`, {}, 'GET', 403],
  ['no token for whether it is worked on', '/api/runs/r1/worked', {}, 'GET', 403],
  ['a wrong one', `/${'x'.repeat(32)}/`, {}, 'GET', 403],
  ['a part of it', pathname.slice(0, -4), {}, 'GET', 403],
  ['no token for events', '/api/runs/r1/events', {}, 'GET', 403],
  ['another name for this address', pathname, { host: `evil.example:${port}` }, 'GET', 403],
  ['another port', pathname, { host: '127.0.0.1:1' }, 'GET', 403],
  ['another page', pathname, { origin: 'https://evil.example' }, 'GET', 403],
  [
    'a fetch from another site',
    pathname,
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    'GET',
    403,
  ],
  ['a change', pathname, {}, 'POST', 405],
  ['what is not there', `${pathname}api/runs/r1/log/b.log`, {}, 'GET', 404],
  ['a run that is not there', `${pathname}api/runs/r2/events`, {}, 'GET', 404],
  ['a way out of its folder', `${pathname}../../etc/passwd`, {}, 'GET', 403],
  ['a coded way out', `${pathname}..%2f..%2fetc%2fpasswd`, {}, 'GET', 404],
])('%s is refused', async (_, path, headers, method, status) => {
  const answer = await get(path, headers, method);
  expect(answer.status).toBe(status);
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
});

test('a link from elsewhere may be followed', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await get(pathname, headers)).status).toBe(200);
});

test('whether a program works on a run is told', async () => {
  expect((await get(`${pathname}api/runs/r1/worked`)).body).toBe('true');
  expect((await get(`${pathname}api/runs/r2/worked`)).body).toBe('false');
});

test('secrets are left out of whatever is sent', async () => {
  expect((await get(`${pathname}api/runs/r1/log/a.log`)).body).toContain('the secret is ***');
});

test('events come in pages with the number of their last one, from where they are asked for', async () => {
  const all = await get(`${pathname}api/runs/r1/events`);
  expect(all.headers['content-type']).toMatch(/event-stream/);
  expect(all.body).toMatch(/^id: 3\ndata: \[.*\]\n\nevent: end\n/);
  expect(JSON.parse(/data: (\[.*\])/.exec(all.body)?.[1] ?? '[]')).toHaveLength(4);
  const later = await get(`${pathname}api/runs/r1/events`, { 'last-event-id': '1' });
  expect(JSON.parse(/data: (\[.*\])/.exec(later.body)?.[1] ?? '[]')).toMatchObject([{ seq: 2 }, { seq: 3 }]);
});
