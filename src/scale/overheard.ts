import type { Event } from '../domain/event.ts';
import type { Wait } from '../model/wait.ts';
import type { Task } from '../run/drive.ts';
import type { Caller, Piece } from '../run/models.ts';
import { isCall, type Delivery, type Ledger } from './ledger.ts';
import type { Live } from './said.ts';

export type Listening = {
  readonly onDelta?: (caller: Caller, piece: Piece) => void;
  readonly onWait?: (caller: Caller, wait: Wait) => void;
  readonly onNotice: (text: string) => void;
};

/** What workers tell while they work: shown, and where it is a model's call, put into the journal once. */
export class Overheard {
  readonly #ledger: Ledger;
  readonly #listening: Listening;
  readonly #toldOfLoss = new Set<string>();

  constructor(ledger: Ledger, listening: Listening) {
    this.#ledger = ledger;
    this.#listening = listening;
  }

  /** `task` is what is waited for; what nobody waits for any more is not shown. */
  hear(task: Task | undefined, { id, delivery, said }: Live, lost: number): void {
    const { onDelta, onWait, onNotice } = this.#listening;
    if (!task) {
      return;
    }
    if (lost > 0 && !this.#toldOfLoss.has(id)) {
      this.#toldOfLoss.add(id);
      onNotice(`${id}: ${String(lost)} live messages of its worker were lost; its result is not concerned`);
    }
    switch (said.say) {
      case 'delta': {
        const { say: _, kind, text, ...caller } = said;
        onDelta?.(caller, { kind, text });
        return;
      }
      case 'wait': {
        const { say: _, why, ms, of, reason, ...caller } = said;
        onWait?.(caller, { why, ms, of, reason });
        return;
      }
      case 'call':
        this.#call(task, { id, delivery }, said);
        return;
      case 'notice':
        onNotice(`${id}: ${said.text}`);
        return;
      case 'done':
    }
  }

  /** Puts those calls of a result into the journal that are not there yet. */
  async account(task: Task, of: Delivery, calls: readonly Event[]): Promise<void> {
    for (const call of this.#ledger.take(of, 0, calls)) {
      await task.emit(call);
    }
  }

  #call(
    task: Task,
    { id, delivery }: Pick<Live, 'id' | 'delivery'>,
    { index, event }: { readonly index: number; readonly event: Event },
  ): void {
    const generation = id.slice(id.lastIndexOf('-g') + 2);
    if (!isCall(event) || event.attempt === null) {
      return;
    }
    const of = { attempt: event.attempt, delivery: `${generation}.${String(delivery)}` };
    for (const call of this.#ledger.take(of, index, [event])) {
      // A journal that cannot be written ends the run by whoever waits for its next event.
      task.emit(call).catch(() => undefined);
    }
  }
}
