import type { Model } from './model.ts';
import type { Replay } from './replay.ts';

/**
 * Serves a recording reply by reply in the order in which it was recorded, whoever asks first: conversations that ran
 * side by side do so again, and each sees what it saw then. `paceMs` lets people follow.
 */
export function inOrder(replay: Replay, { paceMs = 0 }: { paceMs?: number } = {}): (key: string) => Model {
  const order = replay.left().map((place) => place.slice(0, place.lastIndexOf(' ')));
  let served = 0;
  const waiting = new Map<number, () => void>();
  const turn = async (n: number): Promise<void> => {
    if (n > served) {
      await new Promise<void>((resolve) => waiting.set(n, resolve));
    }
    await new Promise((resolve) => {
      setTimeout(resolve, paceMs);
    });
  };
  const next = (): void => {
    served += 1;
    waiting.get(served)?.();
  };
  const asked = new Map<string, number>();
  return (key) => {
    const model = replay.model(key);
    return {
      ...model,
      async complete(request, options) {
        const count = asked.get(key) ?? 0;
        asked.set(key, count + 1);
        const place = order.map((k, i) => ({ k, i })).filter(({ k }) => k === key)[count]?.i;
        await turn(place ?? served);
        const reply = await model.complete(request, options);
        next();
        return reply;
      },
    };
  };
}
