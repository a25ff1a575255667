import { describe, expect, it } from 'vitest';
import { inOrder } from '../../src/model/in-order.ts';
import type { CompleteOptions, Request } from '../../src/model/model.ts';
import { recorded, Tape } from '../../src/model/recording.ts';
import { replay, ReplayMismatch } from '../../src/model/replay.ts';
import { says, scripted } from '../../src/model/scripted.ts';

const request = (text: string): Request => ({ messages: [{ role: 'user', text }], tools: [] });
const calling = (): CompleteOptions => ({ signal: new AbortController().signal });

/** A recording of calls in this order, each asked with the name of its conversation and answered with its place. */
async function tape(...keys: string[]): Promise<string> {
  const lines: string[] = [];
  const of = new Map(
    [...new Set(keys)].map((key) => {
      const replies = keys.flatMap((k, place) => (k === key ? [says(String(place))] : []));
      return [key, recorded(scripted(...replies).model, (line) => void lines.push(line), new Tape({ key }))];
    }),
  );
  for (const key of keys) {
    await of.get(key)?.complete(request(key), calling());
  }
  return lines.join('\n');
}

describe('a replay in order', () => {
  it('answers in the order of the recording, whoever asks first', async () => {
    const model = inOrder(replay(await tape('a', 'b', 'a', 'b')));
    const heard: string[] = [];
    const ask = async (key: string): Promise<void> => {
      const { message } = await model(key).complete(request(key), calling());
      heard.push(message.text);
    };
    const late = [ask('b'), ask('b')];
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(heard).toEqual([]);
    await ask('a');
    await ask('a');
    await Promise.all(late);
    expect(heard).toEqual(['0', '1', '2', '3']);
  });

  it('ends those that wait when one call is not the recorded one', async () => {
    const model = inOrder(replay(await tape('a', 'b')));
    const waiting = model('b').complete(request('b'), calling());
    await expect(model('a').complete(request('something else'), calling())).rejects.toThrow(ReplayMismatch);
    await expect(waiting).rejects.toThrow(ReplayMismatch);
    await expect(model('b').complete(request('b'), calling())).rejects.toThrow(ReplayMismatch);
  });

  it('lets go of one that waits when it is stopped', async () => {
    const model = inOrder(replay(await tape('a', 'b')));
    const stop = new AbortController();
    const waiting = model('b').complete(request('b'), { signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });

  it('says so when a conversation has no turn left', async () => {
    const model = inOrder(replay(await tape('a')));
    await model('a').complete(request('a'), calling());
    await expect(model('a').complete(request('a'), calling())).rejects.toThrow('holds no turn 1 of a');
  });
});
