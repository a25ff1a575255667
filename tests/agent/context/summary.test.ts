import { describe, expect, it } from 'vitest';
import { Message } from '../../../src/domain/transcript.ts';
import { call, says, scripted } from '../../../src/model/scripted.ts';
import { digs, PROMPT, session } from './world.ts';

const long = { window: 3_000, turns: digs(80, 6) };
const goingOn = (messages: readonly Message[]): string => messages[2]?.text ?? '';

describe('what a conversation goes on with after a summary', () => {
  it('keeps what is pinned and what persons said to the letter, through every summary after', async () => {
    const words = [[], ['Use port 8080, never 80.']];
    const { turns, summaries } = await session(
      { ...long, agent: { pinned: (done) => [`calls so far: ${String(done.length)}`] } },
      { told: () => words.shift() ?? [] },
    );
    expect(summaries.length).toBeGreaterThan(1);
    const after = turns.filter(({ messages }) => goingOn(messages).includes('In sum:'));
    expect(after.length).toBeGreaterThan(10);
    for (const { messages } of after) {
      expect(goingOn(messages)).toContain('- From the person who runs this: Use port 8080, never 80.');
      expect(goingOn(messages)).toMatch(/- calls so far: \d+/);
    }
  });

  it('is told where nothing is pinned, without an empty list', async () => {
    const { turns } = await session(long);
    const last = goingOn(turns.at(-1)?.messages ?? []);
    expect(last).toContain('In sum:\nIt went well.');
    expect(last).not.toContain('Kept to the letter');
  });
});

describe('a summary', () => {
  it('may come from another model, which sees the same conversation and its own prompt', async () => {
    const small = scripted(...Array.from({ length: 9 }, () => says('By the small one.')));
    const { turns, summaries } = await session(long, { summarizer: { model: small.model, prompt: PROMPT } });
    expect(summaries).toEqual([]);
    const [asked] = small.requests;
    expect(asked?.messages.at(-1)).toEqual({ role: 'user', text: PROMPT });
    expect(asked?.tools.map((t) => t.name)).toEqual(['dig', 'finish']);
    expect(goingOn(turns.at(-1)?.messages ?? [])).toContain('By the small one.');
  });

  it('is billed like every reply, and its calls are never run', async () => {
    const busy = scripted(
      ...Array.from({ length: 9 }, () => says('Summed up.', call('dig', { lines: 1, at: 0 }, 'never'))),
    );
    const billed: string[] = [];
    const { transcript } = await session(long, {
      summarizer: { model: busy.model, prompt: PROMPT },
      billed: async (reply) => {
        billed.push(reply.text);
        return Promise.resolve();
      },
    });
    expect(billed.filter((text) => text === 'Summed up.')).toHaveLength(busy.requests.length);
    expect(JSON.stringify(transcript)).not.toContain('"never"');
    expect(transcript.every((m) => Message.safeParse(m).success)).toBe(true);
  });

  it('does not count as a turn of the role', async () => {
    const { result, summaries } = await session({ ...long, agent: { turns: 81 } });
    expect(summaries.length).toBeGreaterThan(0);
    expect(result).toMatchObject({ end: 'finished' });
  });

  it('is done without where nobody sums up: then only results are shortened', async () => {
    const { result, transcript } = await session({
      window: 12_000,
      turns: digs(40, 80),
      summary: null,
    });
    expect(result).toMatchObject({ end: 'finished' });
    expect(JSON.stringify(transcript)).toContain('sent in short');
  });
});
