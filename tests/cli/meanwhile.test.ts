import { expect, test } from 'vitest';
import { callingMeanwhile } from '../../src/cli/meanwhile.ts';
import type { Event } from '../../src/domain/event.ts';
import { asked, begun } from '../domain/events.ts';
import { after, working } from '../domain/world.ts';

/** What a person is called for while these events come in. */
async function called(...events: Event[]): Promise<string[]> {
  let run = working({ parallel: 4 });
  const calls: string[] = [];
  const look = callingMeanwhile({
    after: ['attempt.asked'],
    current: async () => Promise.resolve(run),
    call: async (_, waits) => Promise.resolve(void calls.push(waits)),
  });
  for (const event of events) {
    run = after(run, event);
    await look(event);
  }
  return calls;
}

test('a person is called at once, and once, for what waits while others go on', async () => {
  expect(await called(begun('c1.a1'), begun('c4.a1'), asked('c1.a1', 'Which one?'))).toEqual([
    'c1 asks: Which one?',
  ]);
  expect(
    await called(begun('c1.a1'), begun('c4.a1'), asked('c1.a1', 'Which one?'), asked('c4.a1', 'And here?')),
  ).toEqual(['c1 asks: Which one?']);
});
