import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMark } from '../../../src/agent/context/marks.ts';
import type { Message } from '../../../src/domain/transcript.ts';
import { ModelError } from '../../../src/model/errors.ts';
import type { Request } from '../../../src/model/model.ts';
import { call } from '../../../src/model/scripted.ts';
import { common, digs, session } from './world.ts';

const finished = { end: 'finished', value: { summary: 'done' } };
const marks = (transcript: readonly Message[]): string[] =>
  transcript.flatMap((m) => readMark(m)?.kind ?? []);

/** How often a request was not the beginning of the next. */
const breaks = (requests: readonly Request[]): number =>
  requests.slice(1).filter((request, i) => {
    const before = requests[i];
    return before !== undefined && common(before, request) < before.messages.length;
  }).length;

describe('a conversation far from its window', () => {
  it('goes out whole, each request the beginning of the next', async () => {
    const { result, requests, transcript } = await session({ window: 30_000, turns: digs(20, 20) });
    expect(result).toEqual(finished);
    expect(marks(transcript)).toEqual([]);
    expect(breaks(requests)).toBe(0);
  });
});

describe('a conversation that nears its window', () => {
  it('gets room by shortening old results in few steps, and is never refused', async () => {
    const { result, sizes, refused, transcript, summaries } = await session({
      window: 16_000,
      turns: digs(60, 80),
    });
    expect(result).toEqual(finished);
    expect(refused).toEqual([]);
    expect(Math.max(...sizes)).toBeLessThan(16_000 * 0.85);
    expect(summaries).toEqual([]);
    expect(marks(transcript).length).toBeGreaterThan(1);
    expect(marks(transcript).length).toBeLessThan(20);
  });

  it('never shortens a result that the model has not seen', async () => {
    const { turns } = await session({ window: 8_000, turns: digs(40, 120) });
    for (const { messages } of turns) {
      const last = messages.at(-1);
      expect(last?.text).not.toContain('taken out later');
    }
  });

  it('is summed up when shortening is not enough, as one more message of the same conversation', async () => {
    const wordy = Array.from({ length: 60 }, (_, i) => [call('dig', { lines: 6, at: i }, `d${String(i)}`)]);
    const { result, requests, summaries, transcript } = await session({ window: 3_000, turns: wordy });
    expect(result).toEqual(finished);
    expect(summaries.length).toBeGreaterThan(0);
    for (const summary of summaries) {
      const before = requests[requests.indexOf(summary) - 1];
      expect(before && common(before, summary)).toBe(before?.messages.length);
      expect(summary.tools).toEqual(before?.tools);
      const after = requests[requests.indexOf(summary) + 1];
      expect(after?.messages[2]?.text).toContain('In sum:\nIt went well.');
    }
    expect(marks(transcript)).toContain('summarised');
  });

  it('keeps prompt and task to the letter in every request', async () => {
    const { requests } = await session({ window: 3_000, turns: digs(80, 12) });
    for (const { messages } of requests) {
      expect(messages.slice(0, 2)).toEqual([
        { role: 'system', text: 'You echo.' },
        { role: 'user', text: 'The task, word for word.' },
      ]);
    }
  });

  it('trusts the server’s own count more than the estimate', async () => {
    for (const factor of [0.7, 1.6]) {
      const { result, sizes, refused } = await session({ window: 16_000, factor, turns: digs(60, 80) });
      expect(result).toEqual(finished);
      expect(refused).toEqual([]);
      expect(Math.max(...sizes)).toBeGreaterThan(16_000 * 0.6);
    }
  });
});

describe('a request that the provider refuses as too long', () => {
  it('is sent again with more room, where the window was unknown', async () => {
    const { result, refused } = await session({ window: 9_000, known: false, turns: digs(60, 80) });
    expect(result).toEqual(finished);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(20);
  });

  it('is not sent a third time', async () => {
    let calls = 0;
    const { result } = await session(
      { window: 9_000, turns: [] },
      {
        model: {
          name: 'never',
          complete: async () => {
            calls += 1;
            return Promise.reject(new ModelError('overflow', 'too long for me'));
          },
        },
        messages: (await session({ window: 9_000, turns: digs(8, 60) })).transcript.slice(0, -2),
      },
    );
    expect(result.end).toBe('overflow');
    expect(calls).toBeLessThanOrEqual(2);
  });

  it('is shortened without a summary where nobody is there to sum up', async () => {
    const server = { window: 9_000, known: false, turns: digs(40, 80), summary: null };
    const { result, transcript } = await session(server);
    expect(result).toEqual(finished);
    expect(new Set(marks(transcript))).toEqual(new Set(['masked']));
  });

  it('ends the conversation at once where there is nothing to leave out', async () => {
    const { result, requests } = await session({ window: 60, known: false, turns: [] });
    expect(result.end).toBe('overflow');
    expect(requests).toEqual([]);
  });
});

describe('a conversation that cannot be made to fit', () => {
  it('is not begun when its task alone is too long, and says so', async () => {
    const { result, requests, refused } = await session({ window: 60, turns: [] });
    expect(result.end).toBe('overflow');
    expect(JSON.stringify(result)).toContain('in a window of 60');
    expect([...requests, ...refused]).toEqual([]);
  });

  it.each([
    ['the summary fails', new ModelError('content_filter', 'refused to sum up'), 'refused to sum up'],
    ['the summary is empty', ' ', 'its summary was empty'],
  ])('ends when %s, after one try', async (_, summary, words) => {
    const { result, summaries } = await session({ window: 3_000, turns: digs(80, 6), summary });
    expect(result.end).toBe('overflow');
    expect(JSON.stringify(result)).toContain(words);
    expect(summaries).toHaveLength(1);
  });

  it('bears a summary that is itself too long: it is cut, and that is said', async () => {
    const summary = 'And then something happened that matters. '.repeat(2_000);
    const { result, summaries, turns } = await session({ window: 3_000, turns: digs(60, 6), summary });
    expect(summaries.length).toBeGreaterThan(0);
    expect(result).toEqual(finished);
    expect(turns.at(-1)?.messages[2]?.text).toContain('characters left out');
  });

  it('is the provider’s trouble when the provider is down, and can go on later', async () => {
    const down = new ModelError('server', 'down');
    await expect(session({ window: 3_000, turns: digs(80, 6), summary: down })).rejects.toThrow('down');
  });
});

describe('a restart', () => {
  it('sends the same bytes, wherever the program ended', async () => {
    const server = { window: 3_000, turns: digs(40, 6) };
    const whole = await session(server);
    expect(marks(whole.transcript)).toContain('summarised');
    for (let cut = 0; cut < whole.transcript.length; cut += 3) {
      const messages = structuredClone(whole.transcript.slice(0, cut));
      const again = await session(server, { messages });
      expect(again.result).toEqual(finished);
      expect(again.transcript.map((m) => [m.role, m.text])).toEqual(
        whole.transcript.map((m) => [m.role, m.text]),
      );
      expect(again.turns.at(-1)?.messages.map((m) => m.text)).toEqual(
        whole.turns.at(-1)?.messages.map((m) => m.text),
      );
    }
  });
});

describe('a restart in the middle of a summary', () => {
  const server = { window: 3_000, turns: digs(40, 6) };

  /** The transcript up to where its first summary was decided on, and so many messages of it. */
  const upToSummary = async (more: number): Promise<Message[]> => {
    const { transcript } = await session(server);
    const at = transcript.findIndex((m) => readMark(m)?.kind === 'summarised');
    return transcript.slice(0, at + 1 + more);
  };

  it('asks for it where it was only decided on', async () => {
    const messages = await upToSummary(0);
    const { result, requests, summaries } = await session(server, { messages });
    expect(result).toEqual(finished);
    expect(summaries[0]).toBe(requests[0]);
    expect(requests[1]?.messages[2]?.text).toContain('In sum:\nIt went well.');
  });

  it('does not pay for it twice where it was had already', async () => {
    const messages = await upToSummary(1);
    const { result, requests, summaries } = await session(server, { messages });
    expect(result).toEqual(finished);
    expect(summaries).not.toContain(requests[0]);
    expect(requests[0]?.messages[2]?.text).toContain('In sum:\nIt went well.');
  });

  it('ends the conversation where it cannot be had any more', async () => {
    const messages = await upToSummary(0);
    const { result } = await session({ ...server, summary: '' }, { messages });
    expect(result.end).toBe('overflow');
  });
});

describe('any session', () => {
  const calls = fc.array(fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 40,
  });

  it('ends, is never refused, and sends each request as the beginning of the next but for its marks', async () => {
    await fc.assert(
      fc.asyncProperty(calls, fc.constantFrom(3_000, 6_000, 20_000), async (sizes, window) => {
        const turns = sizes.map((all, i) =>
          all.map((lines, j) => call('dig', { lines, at: i }, `d${String(i)}-${String(j)}`)),
        );
        const done = await session({ window, turns });
        expect(done.result).toEqual(finished);
        expect(done.refused).toEqual([]);
        expect(breaks(done.turns)).toBeLessThanOrEqual(marks(done.transcript).length);
      }),
      { numRuns: 15 },
    );
  });
});
