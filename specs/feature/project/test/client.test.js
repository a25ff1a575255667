import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, HttpError } from '../src/client.js';

const base = 'https://example.org';

test('a request goes to the transport and its body comes back', async () => {
  const seen = [];
  const transport = async (request) => {
    seen.push(request);
    return { status: 200, headers: {}, body: { id: 1 } };
  };
  const client = createClient({ base, transport });
  assert.deepEqual(await client.get('/users/1'), { id: 1 });
  assert.deepEqual(await client.post('/users', { name: 'Ada' }), { id: 1 });
  assert.deepEqual(seen, [
    { method: 'GET', url: 'https://example.org/users/1', body: undefined },
    { method: 'POST', url: 'https://example.org/users', body: { name: 'Ada' } },
  ]);
});

test('a status of 400 or above is an HttpError', async () => {
  const client = createClient({
    base,
    transport: async () => ({ status: 404, headers: {}, body: null }),
  });
  await assert.rejects(client.get('/nobody'), (error) => {
    assert.ok(error instanceof HttpError);
    assert.equal(error.status, 404);
    assert.equal(error.message, 'GET https://example.org/nobody was answered with 404');
    return true;
  });
});
