import type { Event, EventOf } from '../domain/event.ts';

/** Whose calls: of an attempt, one delivery of it, as `<generation>.<n>`. */
export type Delivery = { readonly attempt: string; readonly delivery: string };

export type CallEvent = EventOf<'model.called'> | EventOf<'tool.called'>;

/** What another machine tells of its work while it goes on. */
export const isCall = (event: Event): event is CallEvent =>
  event.type === 'model.called' || event.type === 'tool.called';

/**
 * How many calls of each delivery the journal tells of. A delivery tells its calls one by one as they happen and all of
 * them again with its result: each is taken once, also of deliveries that never came to a result.
 */
export class Ledger {
  readonly #told = new Map<string, number>();

  constructor(log: readonly Event[]) {
    for (const event of log) {
      if (isCall(event) && event.delivery !== undefined && event.attempt !== null) {
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
      return isCall(call) ? [Object.assign({}, call, { delivery })] : [];
    });
  }

  #note(of: Delivery): void {
    this.#told.set(keyOf(of), (this.#told.get(keyOf(of)) ?? 0) + 1);
  }
}

const keyOf = ({ attempt, delivery }: Delivery): string => `${attempt} ${delivery}`;
