import { expect, test } from 'vitest';
import { call, says, scripted } from '../../src/model/scripted.ts';

const signal = new AbortController().signal;
const request = { messages: [{ role: 'user' as const, text: 'Go.' }], tools: [] };

test('replies come in order, a reply may be made from the request, an error is thrown', async () => {
  const { model, requests, left } = scripted(
    says('one'),
    ({ messages }) => says(String(messages.length)),
    new Error('three'),
  );
  expect((await model.complete(request, { signal })).message.text).toBe('one');
  expect((await model.complete(request, { signal })).message.text).toBe('1');
  await expect(model.complete(request, { signal })).rejects.toThrow('three');
  await expect(model.complete(request, { signal })).rejects.toThrow('no scripted reply left for call 4');
  expect([requests.length, left()]).toEqual([4, 0]);
});

test('a call that was not answered is an error', async () => {
  const { model } = scripted(says('x'));
  const messages = [...request.messages, says('', call('read', {})).message];
  await expect(model.complete({ messages, tools: [] }, { signal })).rejects.toThrow('were answered as []');
});
