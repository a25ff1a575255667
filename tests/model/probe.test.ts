import { afterEach, describe, expect, test } from 'vitest';
import { holding } from './holding.ts';
import { examine } from '../../src/model/examine.ts';
import { discoverLocal } from '../../src/model/local.ts';
import { namesIn, probe } from '../../src/model/probe.ts';
import {
  type Answer,
  callAnswer,
  delta,
  DONE,
  entryFor,
  json,
  play,
  type Play,
  refusal,
  textAnswer,
} from './server.ts';

const signal = new AbortController().signal;
const options = { signal, timeoutMs: 1000, deps: { retries: { baseMs: 5 } } };
const list = (...names: string[]): Answer => json({ data: names.map((id) => ({ id })) });

let server: Play;
afterEach(async () => server.close());

describe('a probe', () => {
  test('costs nothing where the list names the model', async () => {
    server = await play([], (path) => (path === '/v1/models' ? list('other', 'wire-name') : { status: 404 }));
    expect(await probe(entryFor(server.url), options)).toEqual({ ok: true, listed: ['other', 'wire-name'] });
    expect(server.seen).toEqual([]);
  });

  test.each(['models/wire-name', 'wire-name:latest'])('knows the model as %s', async (name) => {
    server = await play([], () => list(name));
    expect((await probe(entryFor(server.url), options)).ok).toBe(true);
    expect(server.seen).toEqual([]);
  });

  test('makes a tiny call where there is no list', async () => {
    server = await play([textAnswer('ok')]);
    expect(await probe(entryFor(server.url), options)).toEqual({ ok: true, listed: [] });
    expect(server.seen[0]?.body).toMatchObject({ max_tokens: 16 });
  });

  test('names what the server has where the model is not there', async () => {
    server = await play([refusal(404, 'The model wire-name does not exist')], () => list('a', 'b'));
    expect(await probe(entryFor(server.url), options)).toMatchObject({
      ok: false,
      failed: 'model',
      message: holding(/^cheap: .*does not exist.*; the server has a, b$/),
    });
  });

  test('ends at a refused key, without a call', async () => {
    server = await play([], () => refusal(401, 'Incorrect API key provided: sk-test-0123456789abcdef'));
    const result = await probe(entryFor(server.url), options);
    expect(result).toMatchObject({ ok: false, failed: 'auth' });
    expect(JSON.stringify(result)).not.toContain('0123456789abcdef');
    expect(server.seen).toEqual([]);
  });

  test('ends where nothing listens', async () => {
    server = await play([]);
    await server.close();
    expect(await probe(entryFor(server.url), options)).toMatchObject({ ok: false, failed: 'connection' });
  });

  test('ends where nothing is answered in time', async () => {
    server = await play([], () => ({ end: 'open' }));
    expect(await probe(entryFor(server.url), { ...options, timeoutMs: 40 })).toMatchObject({
      ok: false,
      failed: 'connection',
    });
  });

  test('says when the server fails', async () => {
    server = await play([refusal(500, 'broken')]);
    expect(await probe(entryFor(server.url), options)).toMatchObject({
      ok: false,
      failed: 'server',
      message: 'cheap: HTTP 500: broken',
    });
  });
});

test('lists of models come in several shapes', () => {
  expect(namesIn({ data: [{ id: 'a' }] })).toEqual(['a']);
  expect(namesIn({ models: [{ name: 'b' }, { model: 'c' }] })).toEqual(['b', 'c']);
  expect(namesIn([{ id: 'd' }, 7])).toEqual(['d']);
  expect(namesIn('no')).toEqual([]);
});

describe('an examination', () => {
  test('tells that tools and streaming work, and what was learned', async () => {
    const streamed: Answer = {
      chunks: [delta({ content: 'one ' }), delta({ content: 'two' }), delta({}, 'stop'), DONE],
    };
    server = await play(
      [refusal(400, 'Unsupported parameter: temperature'), callAnswer('report', { word: 'ready' }), streamed],
      () => list('wire-name'),
    );
    expect(await examine(entryFor(server.url, { temperature: 0, window: 1000 }), options)).toEqual({
      name: 'cheap',
      model: 'wire-name',
      reached: { ok: true, listed: ['wire-name'] },
      tools: { ok: true, message: 'called the tool' },
      streaming: { ok: true, message: 'came in 2 pieces' },
      lessons: ['the server refuses temperature: it is left out'],
      priced: false,
      window: 1000,
    });
  });

  test('tells what does not work', async () => {
    server = await play(
      [
        refusal(400, 'this model does not support tools'),
        json({ choices: [{ message: { content: 'one two' } }] }),
      ],
      () => list('wire-name'),
    );
    expect(await examine(entryFor(server.url, { price: { input: 1, output: 1 } }), options)).toMatchObject({
      tools: { ok: false, message: 'cheap: HTTP 400: this model does not support tools' },
      streaming: { ok: false, message: 'the reply came in one piece' },
      priced: true,
    });
    server.seen.length = 0;
  });

  test('tells a model that talks instead of calling', async () => {
    server = await play([textAnswer('I would call it.')], () => list('wire-name'));
    expect((await examine(entryFor(server.url), options)).tools).toEqual({
      ok: false,
      message: 'answered in text instead of calling the tool: "I would call it."',
    });
  });

  test('makes no calls to a model that is not reached', async () => {
    server = await play([], () => refusal(401, 'no'));
    const result = await examine(entryFor(server.url), options);
    expect([result.reached.ok, result.tools, result.streaming]).toEqual([false, undefined, undefined]);
    expect(server.seen).toEqual([]);
  });
});

const portOf = ({ url }: Play): number => Number(new URL(url).port);

test('local servers are found by the models they list', async () => {
  server = await play([], () => list('llama', 'qwen'));
  await using empty = await play([], () => list());
  await using page = await play([], () => ({ chunks: ['<html>hello</html>'] }));
  await using silent = await play([], () => ({ end: 'open' }));
  const ports = [server, empty, page, silent].map((one, n) => ({
    kind: `kind ${String(n)}`,
    port: portOf(one),
  }));
  expect(await discoverLocal({ ports, timeoutMs: 1500 })).toEqual([
    { kind: 'kind 0', baseUrl: `${server.url}/v1`, models: ['llama', 'qwen'] },
  ]);
});
