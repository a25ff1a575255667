import type { Event } from '../domain/event.ts';

/** Whose calls: of an attempt, one delivery of it, as `<generation>.<n>`. */
export type Delivery = { readonly attempt: string; readonly delivery: string };

/**
 * How many calls of each delivery the journal tells of. A delivery tells its calls one by one as they happen and all of
 * them again with its result: each is taken once, also of deliveries that never came to a result.
 */
export class Ledger {
  readonly #told = new Map<string, number>();

  constructor(log: readonly Event[]) {
    for (const event of log) {
      if (event.type === 'model.called' && event.delivery !== undefined && event.attempt !== null) {
        this.#note({ attempt: event.attempt, delivery: event.delivery });
      }
    }
  }

  /** Those of the calls, of which the first is the `from`th, that nobody has told yet; a gap leaves them for later. */
  take(of: Delivery, from: number, calls: readonly Event[]): Event[] {
    const told = this.#told.get(keyOf(of)) ?? 0;
    const fresh = from > told ? [] : calls.slice(told - from);
    const { delivery } = of;
    return fresh.flatMap((call) => {
      this.#note(of);
      return call.type === 'model.called' ? [Object.assign({}, call, { delivery })] : [];
    });
  }

  #note(of: Delivery): void {
    this.#told.set(keyOf(of), (this.#told.get(keyOf(of)) ?? 0) + 1);
  }
}

const keyOf = ({ attempt, delivery }: Delivery): string => `${attempt} ${delivery}`;
