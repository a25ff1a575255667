import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/model/errors.ts';
import { call, says } from '../../src/model/scripted.ts';
import { pen, play, said } from './world.ts';

const finish = says('', call('finish', { summary: 's' }));
const finished = { end: 'finished', value: { summary: 's' } };
const echo = (text: string) => says('', call('echo', { text }));

const salvage = (text: string) => (text.includes('42') ? { summary: '42' } : undefined);

describe('a reply in words alone', () => {
  it('is answered with a nudge; a second one in a row is the end, with its text', async () => {
    const { result, transcript } = await play([says('I would begin with…'), says('Done.'), finish]);
    expect(result).toEqual({ end: 'text', text: 'Done.' });
    expect(said(transcript)).toEqual(['Call finish.']);
  });

  it('may come again after real work, but not for ever', async () => {
    const polite = ['one', 'two', 'three'].flatMap((text) => [says(text), echo(text)]);
    expect((await play([...polite, finish])).result).toEqual(finished);
    const { result, left, transcript } = await play([...polite, says('four'), finish]);
    expect(result).toEqual({ end: 'text', text: 'four' });
    expect(left).toBe(1);
    expect(said(transcript)).toHaveLength(3);
  });

  it('is not counted by what a person says in between', async () => {
    const words = [[], ['go on'], []];
    const { result } = await play([says('hm'), says('still hm')], {
      deps: { told: () => words.shift() ?? [] },
    });
    expect(result).toEqual({ end: 'text', text: 'still hm' });
  });

  it('holds the result where the role can read it out of words', async () => {
    const { result } = await play([says('It is 42.')], { agent: { salvage } });
    expect(result).toEqual({ end: 'finished', value: { summary: '42' } });
  });

  it('does not take a turn more than the role has', async () => {
    const { result, left } = await play([echo('a'), says('b'), finish], { agent: { turns: 2 } });
    expect(result).toMatchObject({ end: 'turns' });
    expect(left).toBe(1);
  });
});

describe('an empty reply', () => {
  it('is told so, and may be followed by work', async () => {
    const { result, transcript } = await play([says(''), echo('a'), finish]);
    expect(result).toEqual(finished);
    expect(said(transcript)).toEqual([expect.stringContaining('Your reply was empty')]);
  });

  const nothing = new ModelError('protocol', 'the reply was empty', { empty: true });

  it('that the model layer gave up is told too', async () => {
    const { result, transcript } = await play([echo('a'), nothing, nothing, finish]);
    expect(result).toEqual(finished);
    expect(said(transcript)).toEqual(Array(2).fill(expect.stringContaining('Your reply was empty')));
  });

  it('is the provider’s trouble at the fourth in a row, counted over restarts', async () => {
    await expect(play([nothing, nothing, nothing, nothing, finish])).rejects.toThrow('the reply was empty');
    const { transcript } = await play([nothing, nothing, finish]);
    const messages = transcript.slice(0, 4);
    await expect(play([nothing, nothing, finish], { deps: { messages } })).rejects.toThrow('was empty');
  });

  it('is the end at the second in a row', async () => {
    expect((await play([says(''), says(' \n'), finish])).result).toEqual({ end: 'text', text: ' \n' });
  });
});

describe('calls that lead nowhere', () => {
  it('are told to the model, and then end the conversation as stuck', async () => {
    const same = Array.from({ length: 5 }, () => echo('again'));
    const { result, transcript, left } = await play([...same, finish]);
    expect(result.end).toBe('stuck');
    expect(JSON.stringify(result)).toContain('5 times: echo');
    expect(said(transcript)).toEqual([expect.stringContaining('with the same results 3 times')]);
    expect(left).toBe(1);
  });

  it('are tools that do not exist, too', async () => {
    const { result } = await play(
      Array.from({ length: 20 }, (_, i) => says('', call(`tool${String(i)}`, {}))),
    );
    expect(result.end).toBe('stuck');
    expect(JSON.stringify(result)).toContain('There is no tool');
  });

  it('do not keep a model from finishing that took the hint', async () => {
    const same = Array.from({ length: 4 }, () => echo('again'));
    expect((await play([...same, finish])).result).toEqual(finished);
  });

  it('are judged alike after a restart: no hint is given twice', async () => {
    const same = Array.from({ length: 4 }, () => echo('again'));
    const whole = await play([...same, finish]);
    for (let cut = 2; cut < whole.transcript.length; cut++) {
      const messages = structuredClone(whole.transcript.slice(0, cut));
      const paid = messages.filter((m) => m.role === 'assistant').length;
      const { transcript } = await play([...same, finish].slice(paid), { deps: { messages } });
      expect(transcript.map(({ role }) => role)).toEqual(whole.transcript.map(({ role }) => role));
    }
  });

  it('are no concern where each changes something', async () => {
    const { tool } = pen();
    const steps = Array.from({ length: 30 }, (_, i) => says('', call('pen', { text: String(i) })));
    const { result, transcript } = await play([...steps, finish], { agent: { tools: [tool] } });
    expect(result).toEqual(finished);
    expect(said(transcript)).toEqual([]);
  });
});
