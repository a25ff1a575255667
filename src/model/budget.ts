import { nothing, type Usage } from '../domain/usage.ts';
import { Account, type Level, type Limit, type Spent } from './account.ts';
import type { Estimate } from './model.ts';
import { onAbort, type OnWait, reasonOf } from './wait.ts';

/** `checkpoint` and `attempt` hold for each one of them. */
export type Limits = { readonly [level in Level]?: Limit };

/** Whom a call is charged to, besides the run: ids such as `c3` and `c3.a2`. */
export type Scope = { readonly checkpoint?: string; readonly attempt?: string };

/** Closed by whichever comes first; what comes later says nothing. */
type Reservation = {
  /** What the call took after all. */
  settle(usage: Usage): void;
  /** The call took nothing that anybody knows of. */
  release(): void;
};

type Caller = Scope & {
  readonly signal: AbortSignal;
  readonly model: string;
  /** Told once, where the call has to wait for others. */
  readonly onWait?: OnWait | undefined;
};

export type Budget = {
  /**
   * Sets the estimate aside. Waits while calls under way may still leave enough; rejects with LimitReached where even
   * without them it would not fit, or with the signal's reason.
   */
  reserve(estimate: Estimate, caller: Caller): Promise<Reservation>;
  /** Replaces the limits that are named; calls that wait are looked at again. */
  raise(limits: Limits): void;
  /** Of the run, or of one checkpoint or attempt; settled calls only. */
  spent(scope?: Scope): Spent;
};

export type BudgetOptions = {
  readonly limits?: Limits;
  /** Spent by earlier processes of a resumed run, by account: `run`, or the id of a checkpoint or attempt. */
  readonly spent?: Readonly<Record<string, Spent>>;
  /** Milliseconds; the default stands still while the machine sleeps. */
  readonly now?: () => number;
};

export const createBudget = (options: BudgetOptions = {}): Budget => new Ledger(options);

const HELD = 'calls under way may take what is left of the budget';
const NEVER: Spent = { spend: nothing, minutes: 0 };

class Ledger implements Budget {
  readonly #accounts = new Map<string, Account>();
  readonly #before: Readonly<Record<string, Spent>>;
  readonly #now: () => number;
  readonly #waiting = new Set<() => void>();
  #limits: Limits;

  constructor({ limits = {}, spent = {}, now = () => performance.now() }: BudgetOptions) {
    this.#limits = limits;
    this.#before = spent;
    this.#now = now;
    this.#account('run', 'run');
  }

  async reserve(estimate: Estimate, caller: Caller): Promise<Reservation> {
    const accounts = this.#accountsOf(caller);
    const fits = (account: Account): boolean =>
      account.fit(estimate, this.#limits[account.level] ?? {}, caller.model) === 'now';
    caller.signal.throwIfAborted();
    // Each is looked at: one that waits must not hide another that refuses.
    for (let waits = 0; !accounts.map(fits).every(Boolean); waits++) {
      if (waits === 0) {
        caller.onWait?.({ why: 'budget', ms: 0, of: caller.model, reason: HELD });
      }
      await this.#change(caller.signal);
    }
    for (const account of accounts) {
      account.hold(estimate);
    }
    return this.#reservation(estimate, accounts);
  }

  raise(limits: Limits): void {
    this.#limits = { ...this.#limits, ...limits };
    this.#wake();
  }

  spent({ checkpoint, attempt }: Scope = {}): Spent {
    const key = attempt ?? checkpoint ?? 'run';
    return this.#accounts.get(key)?.spent ?? this.#before[key] ?? NEVER;
  }

  #account(key: string, level: Level): Account {
    const account = this.#accounts.get(key) ?? new Account(level, this.#before[key] ?? NEVER, this.#now);
    this.#accounts.set(key, account);
    return account;
  }

  #accountsOf({ checkpoint, attempt }: Scope): readonly Account[] {
    return [
      this.#account('run', 'run'),
      ...(checkpoint === undefined ? [] : [this.#account(checkpoint, 'checkpoint')]),
      ...(attempt === undefined ? [] : [this.#account(attempt, 'attempt')]),
    ];
  }

  #reservation(estimate: Estimate, accounts: readonly Account[]): Reservation {
    let open = true;
    const close = (usage?: Usage): void => {
      if (!open) {
        return;
      }
      open = false;
      for (const account of accounts) {
        account.release(estimate);
        if (usage) {
          account.charge(usage);
        }
      }
      this.#wake();
    };
    return { settle: close, release: () => close() };
  }

  #wake(): void {
    for (const look of this.#waiting) {
      look();
    }
  }

  /** Resolves at the next change of what is held, or rejects with the signal's reason. */
  async #change(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        this.#waiting.delete(look);
        forget();
        resolve();
      };
      const forget = onAbort(signal, () => {
        this.#waiting.delete(look);
        reject(reasonOf(signal));
      });
      this.#waiting.add(look);
    });
  }
}
