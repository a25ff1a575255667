// 32 conversations through one gate against a server that allows N requests a window of 3 s (a "minute", scaled down).
// Run after `npm run build`: node bench/model/gate.mjs
import http from 'node:http';
import { createGate } from '../../dist/lib/model/gate.js';
import { createModel } from '../../dist/lib/model/openai.js';

const WINDOW_MS = 3000;
const ALLOWED = 64;
const CONVERSATIONS = 32;
const TURNS = 7;
const REPLY_MS = 30;

const body = `data: ${JSON.stringify({ choices: [{ delta: { content: 'ok' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** Fixed windows from the first request on, as most providers count. */
function limitedServer() {
  const stats = { served: [], refused: 0 };
  let windowStart = 0;
  let inWindow = 0;
  const server = http.createServer((incoming, response) => {
    incoming.resume();
    incoming.on('end', () => {
      const now = performance.now();
      windowStart ||= now;
      while (now >= windowStart + WINDOW_MS) {
        windowStart += WINDOW_MS;
        inWindow = 0;
      }
      if (inWindow >= ALLOWED) {
        stats.refused++;
        const wait = Math.ceil(windowStart + WINDOW_MS - now);
        response.writeHead(429, { 'content-type': 'application/json', 'retry-after-ms': String(wait) });
        response.end('{"error":{"message":"Rate limit reached"}}');
        return;
      }
      inWindow++;
      stats.served.push(now);
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(body);
      }, REPLY_MS);
    });
  });
  return { server, stats };
}

async function run(label, limits) {
  const { server, stats } = limitedServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
  const gate = createGate('key', limits);
  const entry = { name: 'm', model: 'm', api: 'chat', baseUrl, apiKey: 'none' };
  const { signal } = new AbortController();
  let longest = 0;
  let replies = 0;
  let lost = 0;
  const converse = async () => {
    const model = createModel(entry, { gate });
    for (let turn = 0; turn < TURNS; turn++) {
      const start = performance.now();
      try {
        await model.complete(
          { messages: [{ role: 'user', text: 'Go.' }], tools: [] },
          { signal, lane: 'coder' },
        );
        replies++;
      } catch {
        lost++;
      }
      longest = Math.max(longest, performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONVERSATIONS }, converse));
  // In the long run N requests pass per period, from the first of one N to the first of the next.
  const periods = Math.floor((stats.served.length - 1) / ALLOWED);
  const periodMs = (stats.served[periods * ALLOWED] - stats.served[0]) / periods;
  process.stdout.write(
    `${label}: ${replies} of ${CONVERSATIONS * TURNS} replies, lost ${lost}, refused by the server ${stats.refused}; ` +
      `${((WINDOW_MS / periodMs) * 100).toFixed(1)} % of the allowed rate (${ALLOWED} requests in ${(periodMs / 1000).toFixed(2)} s, allowed ${WINDOW_MS / 1000} s); ` +
      `longest wait of a call ${(longest / 1000).toFixed(2)} s\n`,
  );
  server.closeAllConnections();
  server.close();
}

/** A process that has made requests before: the first one loads the client, which no window of 3 s forgives. */
async function warmUp() {
  const { server } = limitedServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
  const model = createModel({ name: 'm', model: 'm', api: 'chat', baseUrl, apiKey: 'none' });
  await model.complete({ messages: [{ role: 'user', text: 'Go.' }], tools: [] }, new AbortController());
  server.closeAllConnections();
  server.close();
}

await warmUp();
await run('limit known  ', { requestsPerMinute: ALLOWED, minuteMs: WINDOW_MS });
await run('limit learned', {});
