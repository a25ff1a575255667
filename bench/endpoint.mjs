// A model server for benchmarks: answers at once, and keeps when each request came and how large it was.
import { createServer } from 'node:http';

/** `answer(body, n)` gives `{ text?, calls?: [{ name, arguments }] }`. */
export async function endpoint(answer) {
  const requests = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'bench', object: 'model' }] }));
      return;
    }
    const came = performance.now();
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const raw = Buffer.concat(chunks);
    const body = JSON.parse(raw.toString('utf8'));
    const entry = { came, bytes: raw.length, body, answered: 0 };
    requests.push(entry);
    const { text = '', calls = [] } = await answer(body, requests.length);
    const base = { id: 'x', object: 'chat.completion.chunk', created: 1, model: body.model };
    const event = (delta, reason = null) =>
      `data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
    const toolCalls = calls.map((c, index) => ({
      index,
      id: `call_${requests.length}_${index}`,
      type: 'function',
      function: { name: c.name, arguments: JSON.stringify(c.arguments) },
    }));
    response.setHeader('content-type', 'text/event-stream');
    response.end(
      [
        event({ role: 'assistant', content: text }),
        ...(toolCalls.length > 0 ? [event({ tool_calls: toolCalls })] : []),
        event({}, toolCalls.length > 0 ? 'tool_calls' : 'stop'),
        `data: ${JSON.stringify({ ...base, choices: [], usage: { prompt_tokens: Math.ceil(raw.length / 4), completion_tokens: 10 } })}\n\n`,
        'data: [DONE]\n\n',
      ].join(''),
      () => (entry.answered = performance.now()),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
