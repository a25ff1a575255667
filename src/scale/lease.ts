/**
 * Watches over the leases of one worker. Renewing them is the queue's; here it is known when that has not worked for as
 * long as a lease holds: then another worker may have the job, and nothing more is spent on it.
 */
export class Lease {
  readonly #ms: number;
  readonly #onLost: (id: string) => void;
  readonly #renewedAt = new Map<string, number>();
  readonly #clock: NodeJS.Timeout;

  constructor(ms: number, onLost: (id: string) => void) {
    this.#ms = ms;
    this.#onLost = onLost;
    this.#clock = setInterval(() => this.#look(), Math.min(1_000, ms / 5));
  }

  hold(id: string): void {
    this.#renewedAt.set(id, performance.now());
  }

  drop(id: string): void {
    this.#renewedAt.delete(id);
  }

  renewed(ids: readonly string[]): void {
    for (const id of ids.filter((one) => this.#renewedAt.has(one))) {
      this.hold(id);
    }
  }

  lost(ids: readonly string[]): void {
    for (const id of ids.filter((one) => this.#renewedAt.has(one))) {
      this.drop(id);
      this.#onLost(id);
    }
  }

  close(): void {
    clearInterval(this.#clock);
  }

  #look(): void {
    const now = performance.now();
    this.lost([...this.#renewedAt].filter(([, at]) => now - at > this.#ms).map(([id]) => id));
  }
}
