import type { Event } from '../domain/event.ts';

/**
 * How many replies of each conversation the journal knows the price of. A program that dies between keeping a reply and
 * telling its price leaves one more in the transcript: the next run tells it.
 */
export class Accounts {
  readonly #told = new Map<string, number>();

  constructor(log: Iterable<Event>) {
    for (const event of log) {
      this.note(event);
    }
  }

  note(event: Event): void {
    if (event.type === 'model.called' && event.failed === undefined) {
      this.#told.set(event.conversation, this.told(event.conversation) + 1);
    }
  }

  told(conversation: string): number {
    return this.#told.get(conversation) ?? 0;
  }
}
