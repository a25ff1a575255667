import { isAble, type Heartbeat } from './registry.ts';

/** Work that lies in a queue, and what a worker must have to do it. */
type Waiting = { readonly id: string; readonly labels: readonly string[] };

/** Tells of work that nobody is there for: once, and again after somebody was. */
export class Lacking {
  readonly #repository: string;
  readonly #onNotice: (text: string) => void;
  readonly #told = new Set<string>();

  constructor({ repository, onNotice }: { repository: string; onNotice: (text: string) => void }) {
    this.#repository = repository;
    this.#onNotice = onNotice;
  }

  waits({ id, labels }: Waiting, workers: readonly Heartbeat[], now: number): void {
    const wanted = labels.join(',');
    if (workers.some((worker) => isAble(worker, labels, now))) {
      this.#told.delete(wanted);
    } else if (!this.#told.has(wanted)) {
      this.#told.add(wanted);
      const flag = labels.length > 0 ? ` --labels ${wanted}` : '';
      this.#onNotice(
        `${id} waits: no worker ${labels.length > 0 ? `with ${labels.join(' and ')} ` : ''}serves ${this.#repository}. One that does: orchestrate worker${flag} …`,
      );
    }
  }
}
