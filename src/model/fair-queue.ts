/** A queue of queues: lanes take turns, and within a lane the first come goes first. */
export type FairQueue<T> = {
  push(item: T, place: { readonly lane: string; readonly first: boolean }): void;
  peek(): T | undefined;
  shift(): T | undefined;
  remove(item: T): void;
  has(item: T): boolean;
};

export function createFairQueue<T>(): FairQueue<T> {
  /** Insertion order is the order of turns: a lane that was served goes to the back. */
  const lanes = new Map<string, T[]>();
  const front = (): [string, T[]] | undefined => lanes.entries().next().value;
  return {
    push(item, { lane, first }) {
      const items = lanes.get(lane) ?? [];
      items.splice(first ? 0 : items.length, 0, item);
      lanes.set(lane, items);
    },
    peek: () => front()?.[1][0],
    shift() {
      const [lane, items] = front() ?? [];
      if (lane === undefined || !items) {
        return undefined;
      }
      const item = items.shift();
      lanes.delete(lane);
      if (items.length > 0) {
        lanes.set(lane, items);
      }
      return item;
    },
    remove(item) {
      for (const [lane, items] of lanes) {
        const at = items.indexOf(item);
        if (at >= 0) {
          items.splice(at, 1);
        }
        if (items.length === 0) {
          lanes.delete(lane);
        }
      }
    },
    has: (item) => [...lanes.values()].some((items) => items.includes(item)),
  };
}
