import type { Configuration } from '../config/effective.ts';
import { PreflightError } from '../run/preflight.ts';

type Promised = Pick<Configuration, 'machine' | 'entries'>;

/** Throws a PreflightError where this version would promise what it cannot keep: nobody shall feel safe by mistake. */
export function requireKept(promised: Promised): void {
  const told = unkept(promised);
  if (told !== undefined) {
    throw new PreflightError(told);
  }
}

/** What is promised and cannot be kept, with the ways on; undefined where nothing is. */
export function unkept({ machine, entries }: Promised): string | undefined {
  const from = (key: string): string => entries.find((entry) => entry.key === key)?.origin.place ?? key;
  return machine.mode === 'plan' || machine.mode === 'ask'
    ? `mode: ${machine.mode} (from ${from('mode')}) cannot be kept: this version asks nobody before a command of a model runs. Say --mode auto or full. To see the plan before anything is coded: orchestrate plan; to see each change before it lands: --approve checkpoint.`
    : undefined;
}
