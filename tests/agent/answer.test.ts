import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answer, pending } from '../../src/agent/answer.ts';
import { tool, type Tool } from '../../src/agent/tool.ts';
import type { Call, Message } from '../../src/domain/transcript.ts';
import { call, says } from '../../src/model/scripted.ts';
import { echo, lines, never, pen } from './world.ts';

async function answers(
  calls: readonly Call[],
  tools: readonly Tool[],
  resumed: 'resumed' | 'fresh' = 'fresh',
) {
  const messages: Message[] = [];
  await answer(calls, {
    tools,
    ending: 'finish',
    window: undefined,
    resumed,
    signal: never,
    push: async (m) => {
      messages.push(m);
      return Promise.resolve();
    },
  });
  return messages;
}

const doneWith = (id: string): Message => ({ role: 'tool', call: id, ok: true, text: '' });

/** Tools that say when they begin and end; each waits a moment, so that overlap shows. */
function clocked(...names: readonly string[]) {
  const log: string[] = [];
  const tools = names.map((name) =>
    tool({
      name,
      description: '',
      input: z.strictObject({}),
      reads: name.startsWith('r'),
      run: async () => {
        log.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, name === 'r1' ? 8 : 2));
        log.push(`${name} ends`);
        return name;
      },
    }),
  );
  return { log, tools };
}

describe('the calls of one reply', () => {
  it('are answered in their order, whichever is done first', async () => {
    const { tools } = clocked('r1', 'r2');
    const messages = await answers([call('r1', {}, 'a'), call('r2', {}, 'b')], tools);
    expect(messages).toMatchObject([
      { call: 'a', text: 'r1' },
      { call: 'b', text: 'r2' },
    ]);
  });

  it('run side by side where they only read, and one after the other where they do not', async () => {
    const { log, tools } = clocked('r1', 'r2', 'w1', 'w2', 'r3');
    await answers(
      ['r1', 'r2', 'w1', 'w2', 'r3'].map((name) => call(name, {})),
      tools,
    );
    expect(log.slice(0, 2)).toEqual(['r1 begins', 'r2 begins']);
    expect(log.slice(4)).toEqual(['w1 begins', 'w1 ends', 'w2 begins', 'w2 ends', 'r3 begins', 'r3 ends']);
  });

  it('each get an answer when one of them fails', async () => {
    const broken = tool({
      name: 'broken',
      description: '',
      input: z.strictObject({}),
      run: async () => Promise.reject(new Error('the disk is full')),
    });
    const messages = await answers([call('broken', {}), call('echo', { text: 'hi' })], [broken, echo]);
    expect(lines(messages)).toEqual(['failed: the disk is full', 'ok: hi']);
  });

  it('are not run where their arguments could not be understood', async () => {
    const { tool: write, done } = pen();
    const bad = { ...call('pen', { text: 'x' }), invalid: 'pen was not run: it ends in the middle' };
    expect(lines(await answers([bad], [write]))).toEqual(['failed: pen was not run: it ends in the middle']);
    expect(done).toEqual([]);
  });
});

describe('a name that no tool has', () => {
  const tools = ['read', 'bash', 'apply_patch', 'grep'].map((name) => pen(name).tool);

  it.each([
    ['reed', 'read'],
    ['Read', 'read'],
    ['read_file', 'read'],
    ['readFile', 'read'],
    ['applyPatch', 'apply_patch'],
    ['apply-patch', 'apply_patch'],
    ['bash_tool', 'bash'],
    ['functions.grep', 'grep'],
  ])('%s: is answered with the nearest one, %s', async (name, meant) => {
    const [line] = lines(await answers([call(name, {})], tools));
    expect(line).toContain(`There is no tool ${name}. Did you mean ${meant}?`);
    expect(line).toContain('read, bash, apply_patch, grep');
  });

  it.each(['launch_missiles', 'x', ''])('%s: is answered with the list alone', async (name) => {
    const [line] = lines(await answers([call(name, {})], tools));
    expect(line).not.toContain('Did you mean');
    expect(line).toContain('The tools are: read, bash, apply_patch, grep.');
  });
});

describe('what is open after a restart', () => {
  const reply = says('', call('echo', { text: '1' }, 'a'), call('pen', { text: '2' }, 'b')).message;

  it('are the calls of the last reply without an answer', () => {
    expect(pending([])).toEqual([]);
    expect(pending([reply]).map((c) => c.id)).toEqual(['a', 'b']);
    expect(pending([reply, doneWith('a')]).map((c) => c.id)).toEqual(['b']);
    expect(pending([reply, doneWith('a'), doneWith('b')])).toEqual([]);
    expect(pending([reply, doneWith('a'), doneWith('b'), reply]).map((c) => c.id)).toEqual(['a', 'b']);
  });

  it('is run where it only reads, and said to be interrupted where it does not', async () => {
    const { tool: write, done: written } = pen();
    const messages = await answers(reply.calls, [echo, write], 'resumed');
    expect(lines(messages)).toEqual(['ok: 1', expect.stringMatching(/^failed: Interrupted/)]);
    expect(written).toEqual([]);
  });
});
