// What the adapter adds to a reply: the time of a whole call less that of a bare fetch which reads the same bytes.
// Run after `npm run build`: node bench/model/overhead.mjs
import http from 'node:http';
import { createModel } from '../../dist/lib/model/openai.js';

const chunk = (delta, finish = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

function stream(bytes) {
  const piece = chunk({ content: 'twenty characters of' });
  const pieces = Math.max(1, Math.round(bytes / piece.length));
  return { body: Buffer.from(piece.repeat(pieces) + chunk({}, 'stop') + 'data: [DONE]\n\n'), pieces };
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const request = { messages: [{ role: 'user', text: 'Go.' }], tools: [] };
const { signal } = new AbortController();

for (const [label, bytes, rounds] of [
  ['1 kB', 1000, 200],
  ['1 MB', 1_000_000, 15],
]) {
  const { body, pieces } = stream(bytes);
  const server = http.createServer((incoming, response) => {
    incoming.resume();
    incoming.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(body);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
  const model = createModel({ name: 'm', model: 'm', api: 'chat', baseUrl, apiKey: 'none' });
  const bare = async () => {
    const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: '{}' });
    for await (const _ of response.body) {
      // Only read.
    }
  };
  const times = { adapter: [], bare: [] };
  for (let round = 0; round < rounds + 5; round++) {
    for (const [name, run] of [
      ['bare', bare],
      ['adapter', async () => model.complete(request, { signal })],
    ]) {
      const start = performance.now();
      await run();
      if (round >= 5) {
        times[name].push(performance.now() - start);
      }
    }
  }
  const [adapter, fetchOnly] = [median(times.adapter), median(times.bare)];
  process.stdout.write(
    `${label} stream (${pieces} events): adapter ${adapter.toFixed(2)} ms, bare fetch ${fetchOnly.toFixed(2)} ms, overhead ${(adapter - fetchOnly).toFixed(2)} ms a reply (median of ${rounds})\n`,
  );
  server.closeAllConnections();
  server.close();
}
