import { describe, expect, it } from 'vitest';
import { Stopped } from '../../src/agent/loop.ts';
import { Message } from '../../src/domain/transcript.ts';
import { ModelError } from '../../src/model/errors.ts';
import { call, says, type Step } from '../../src/model/scripted.ts';
import { echo, lines, pen, play, said } from './world.ts';

const finish = says('', call('finish', { summary: 'done' }));
const talk = (i: number) => says('', call('echo', { text: String(i) }));
const finished = { end: 'finished', value: { summary: 'done' } };
const cutOff = (...parts: Parameters<typeof says>): Step => ({ ...says(...parts), finish: 'length' });

describe('a conversation', () => {
  it('answers every wrong call in place, and goes on to the result', async () => {
    const { result, transcript, left } = await play([
      says('', call('echo', { txt: 1 })),
      says('', call('ecko', { text: 'hi' })),
      says('', { id: 'x', tool: 'echo', input: {}, invalid: 'the arguments are no JSON' }),
      says('', call('finish', { summary: { n: 3 } })),
      says('done', call('echo', { text: 'hi' })),
      finish,
    ]);
    expect(result).toEqual(finished);
    expect(left).toBe(0);
    expect(transcript.every((m) => Message.safeParse(m).success)).toBe(true);
    expect(lines(transcript)).toMatchInlineSnapshot(`
      [
        "system: You echo.",
        "user: The task.",
        "assistant: → echo",
        "failed: echo was not run, its input is wrong:
      ✖ Unrecognized key: "txt"
      ✖ Invalid input: expected string, received undefined
        → at text
      It takes { text }.",
        "assistant: → ecko",
        "failed: There is no tool ecko. Did you mean echo? The tools are: echo, finish.",
        "assistant: → echo",
        "failed: the arguments are no JSON",
        "assistant: → finish",
        "failed: finish was not run, its input is wrong:
      ✖ Invalid input: expected string, received object
        → at summary
      It takes { summary }.",
        "assistant: done → echo",
        "ok: hi",
        "assistant: → finish",
        "ok: Handed in.",
      ]
    `);
  });

  it('shows the model exactly its prompt, its brief and its tools, finish last', async () => {
    const { requests } = await play([finish]);
    expect(requests[0]?.messages).toEqual([
      { role: 'system', text: 'You echo.' },
      { role: 'user', text: 'The task.' },
    ]);
    expect(requests[0]?.tools.map((t) => t.name)).toEqual(['echo', 'finish']);
  });

  it('bills each reply with its model and its usage, after it is recorded', async () => {
    const order: string[] = [];
    const usage = { input: 10, cached: 4, output: 2, usd: 0.5 };
    const { transcript } = await play([{ ...finish, usage, model: 'm-1', remarks: ['a word'] }], {
      deps: {
        record: async (m) => {
          order.push(m.role);
          return Promise.resolve();
        },
        billed: async (reply, remarks) => {
          expect(reply.bill).toMatchObject({ model: 'm-1', usage });
          expect(remarks).toEqual(['a word']);
          order.push('billed');
          return Promise.resolve();
        },
      },
    });
    expect(transcript).toEqual([]);
    expect(order).toEqual(['system', 'user', 'assistant', 'billed', 'tool']);
  });

  it('passes on what a person says at the next turn', async () => {
    const words = [['use tabs', 'and hurry'], []];
    const { requests } = await play([says('', call('echo', { text: 'hi' })), finish], {
      deps: { told: () => words.shift() ?? [] },
    });
    expect(said(requests[0]?.messages ?? []).join()).toContain('use tabs');
    expect(said(requests[0]?.messages ?? []).join()).toContain('and hurry');
    expect(requests[1]?.messages.slice(0, 4)).toEqual(requests[0]?.messages);
  });

  it('acts on nothing that could not be recorded', async () => {
    const { tool, done } = pen();
    const going = play([says('', call('pen', { text: 'a' }))], {
      agent: { tools: [tool] },
      deps: {
        record: async ({ role }) => {
          if (role === 'assistant') {
            throw new Error('no space left on device');
          }
          return Promise.resolve();
        },
      },
    });
    await expect(going).rejects.toThrow('no space left');
    expect(done).toEqual([]);
  });
});

describe('a reply that was cut off', () => {
  it('runs nothing, and is asked for again', async () => {
    const { tool, done } = pen();
    const { result, transcript } = await play(
      [
        cutOff('', call('pen', { text: 'half' }), call('pen', { text: 'ha' }, 'p2')),
        cutOff('I was ab'),
        finish,
      ],
      { agent: { tools: [tool] } },
    );
    expect(result).toEqual(finished);
    expect(done).toEqual([]);
    expect(lines(transcript).filter((l) => l.includes('cut off'))).toHaveLength(3);
  });

  it('ends the conversation at the third in a row, text or calls', async () => {
    const { result, left } = await play([
      cutOff('', call('echo', { text: 'a' })),
      cutOff('b'),
      cutOff('', call('echo', { text: 'c' })),
      finish,
    ]);
    expect(result).toMatchObject({ end: 'truncated' });
    expect(left).toBe(1);
  });

  it('does not count against replies that came whole since', async () => {
    const whole = says('', call('echo', { text: 'a' }));
    const { result } = await play([cutOff('a'), cutOff('b'), whole, cutOff('c'), cutOff('d'), finish]);
    expect(result).toEqual(finished);
  });
});

describe('an end without a result', () => {
  it('comes after the last turn that the role may take', async () => {
    const { result, left } = await play([talk(1), talk(2), talk(3), finish], { agent: { turns: 3 } });
    expect(result).toEqual({ end: 'turns', detail: '3 turns were not enough' });
    expect(left).toBe(1);
  });

  it('still takes a result that is handed in with the last turn', async () => {
    const { result } = await play([finish], { agent: { turns: 1 } });
    expect(result).toEqual(finished);
  });

  it('is unfit when the result never gets its shape, and keeps what was handed in', async () => {
    const wrong = says('', call('finish', { sum: 'x' }));
    const { result } = await play([wrong, wrong, wrong], { agent: { repairs: 2 } });
    expect(result).toMatchObject({ end: 'unfit', raw: '{\n  "sum": "x"\n}' });
    expect(result).toHaveProperty('problem', expect.stringContaining('summary'));
  });

  it.each([
    ['content_filter', 'refused'],
    ['truncated', 'truncated'],
    ['bad_arguments', 'stuck'],
    ['overflow', 'overflow'],
  ] as const)('a model error of kind %s ends this conversation as %s', async (kind, end) => {
    const { result } = await play([new ModelError(kind, 'the words of it')]);
    expect(result).toEqual({ end, detail: 'the words of it' });
  });

  it.each(['server', 'auth', 'quota', 'connection'] as const)(
    'a model error of kind %s is the provider’s: it goes up',
    async (kind) => {
      await expect(play([new ModelError(kind, 'down')])).rejects.toThrow('down');
    },
  );
});

/** Reads, writes, answers without a tool, is cut off and hands in the wrong thing before the right one. */
const script = (): Step[] => [
  says('looking', call('echo', { text: '1' }, 'a'), call('pen', { text: '1' }, 'b')),
  says('', call('echo', { text: '2' }, 'a'), call('echo', { text: '3' }, 'b')),
  says('I think I am done'),
  cutOff('', call('pen', { text: '4' })),
  says('', call('finish', { wrong: true })),
  finish,
];

describe('a conversation that is stopped', () => {
  it('makes no further model call, and keeps what is under way', async () => {
    const stop = new AbortController();
    const transcript: Message[] = [];
    const going = play(script(), {
      agent: { tools: [echo, pen().tool] },
      deps: {
        stopping: stop.signal,
        record: async (m) => {
          transcript.push(m);
          if (m.role === 'assistant') {
            stop.abort();
          }
          return Promise.resolve();
        },
      },
    });
    await expect(going).rejects.toThrow(Stopped);
    expect(transcript.map((m) => m.role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool']);
  });

  it('goes on from any message: same result, no reply paid twice, nothing written twice', async () => {
    const whole = await play(script(), { agent: { tools: [echo, pen().tool] } });
    expect(whole.result).toEqual(finished);
    for (let cut = 0; cut <= whole.transcript.length; cut++) {
      const messages = whole.transcript.slice(0, cut);
      const paid = messages.filter((m) => m.role === 'assistant').length;
      const hand = pen();
      const { result, left, transcript } = await play(script().slice(paid), {
        agent: { tools: [echo, hand.tool] },
        deps: { messages },
      });
      expect(result).toEqual(finished);
      expect(left).toBe(0);
      expect(transcript.slice(0, cut)).toEqual(messages);
      expect(transcript.map((m) => m.role)).toEqual(whole.transcript.map((m) => m.role));
      expect(hand.done).toEqual(paid === 0 ? ['1'] : []);
    }
  });

  it('is told that a call in flight may have run in part, and reads again what only reads', async () => {
    const whole = await play(script(), { agent: { tools: [echo, pen().tool] } });
    const { transcript } = await play(script().slice(1), {
      agent: { tools: [echo, pen().tool] },
      deps: { messages: whole.transcript.slice(0, 3) },
    });
    expect(lines(transcript.slice(3, 5))).toEqual([
      'ok: 1',
      expect.stringContaining('failed: Interrupted; it may have run in part'),
    ]);
  });

  it('ends at once when aborted, in the middle of a tool', async () => {
    const abort = new AbortController();
    const going = play([says('', call('echo', { text: 'x' })), finish], {
      deps: {
        signal: abort.signal,
        record: async (m) => {
          if (m.role === 'tool') {
            abort.abort(new Error('enough'));
          }
          return Promise.resolve();
        },
      },
    });
    await expect(going).rejects.toThrow('enough');
    await expect(play([finish], { deps: { signal: AbortSignal.abort(new Error('no')) } })).rejects.toThrow(
      'no',
    );
  });
});
