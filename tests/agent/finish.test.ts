import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { finishTool } from '../../src/agent/finish.ts';
import type { Message } from '../../src/domain/transcript.ts';
import { call, says } from '../../src/model/scripted.ts';
import { Done, lines, never, pen, play } from './world.ts';

const context = { signal: never };
const handedIn = (input: unknown, ok: boolean, text: string): Message[] => [
  says('', call('finish', input)).message,
  { role: 'tool', call: 'finish-1', ok, text },
];

describe('the tool that ends a role', () => {
  it('keeps what was handed in, and knows nothing before', async () => {
    const finish = finishTool(Done, 0);
    expect(finish.result()).toBeUndefined();
    await finish.tool.run({ summary: 's' }, context);
    expect(finish.result()).toEqual({ end: 'finished', value: { summary: 's' } });
  });

  it('forgives so many wrong inputs, then keeps the last one as it came', async () => {
    const finish = finishTool(Done, 1);
    await finish.tool.run({ a: 1 }, context);
    expect(finish.result()).toBeUndefined();
    await finish.tool.run('words', context);
    expect(finish.result()).toMatchObject({ end: 'unfit', raw: '"words"' });
  });

  it('offers its schema as one plain object', () => {
    const { parameters } = finishTool(z.strictObject({ a: z.string().optional() }), 0).tool.spec;
    expect(parameters).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    });
  });

  it('takes up what a conversation holds already, as it was taken then', async () => {
    const finish = finishTool(z.strictObject({ summary: z.string(), reason: z.string().optional() }), 1);
    await finish.recall(handedIn({ sum: 1 }, false, 'wrong'), never);
    expect(finish.result()).toBeUndefined();
    await finish.recall(handedIn({ summary: 's', reason: null }, true, 'Handed in.'), never);
    expect(finish.result()).toEqual({ end: 'finished', value: { summary: 's' } });
  });

  it('counts what was refused before a restart, and nothing that was never tried', async () => {
    const finish = finishTool(Done, 1);
    await finish.recall(handedIn({ summary: 's' }, false, 'Not taken: pen failed'), never);
    await finish.recall(handedIn({ sum: 1 }, false, 'wrong'), never);
    expect(finish.result()).toBeUndefined();
    await finish.recall(handedIn({ sum: 2 }, false, 'wrong again'), never);
    expect(finish.result()).toMatchObject({ end: 'unfit', problem: 'wrong again' });
  });
});

describe('a result that is handed in together with other calls', () => {
  const finish = call('finish', { summary: 's' });

  it('is taken when they went well', async () => {
    const { tool, done } = pen();
    const { result } = await play([says('', call('pen', { text: 'a' }), finish)], {
      agent: { tools: [tool] },
    });
    expect(result).toMatchObject({ end: 'finished' });
    expect(done).toEqual(['a']);
  });

  it('is not taken when one before it failed: nobody has read yet what it said', async () => {
    const { result, transcript } = await play([
      says('', call('echo', { wrong: 1 }), call('echo', { text: 'b' }, 'e2'), finish),
      says('', finish),
    ]);
    expect(result).toMatchObject({ end: 'finished' });
    expect(lines(transcript)[5]).toBe(
      'failed: Not taken: echo failed in the same reply. Look at its answer, then call finish alone.',
    );
  });
});
