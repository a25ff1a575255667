import type { Configuration } from '../config/effective.ts';
import { PreflightError } from '../run/preflight.ts';

type Promised = Pick<Configuration, 'settings' | 'machine' | 'entries'>;

/** What this version would promise and not keep is refused with a PreflightError: nobody shall feel safe by mistake. */
export function requireKept({ settings, machine, entries }: Promised): void {
  const from = (key: string): string => {
    const origin = entries.find((entry) => entry.key === key)?.origin;
    return origin?.place ?? key;
  };
  if (settings.sandbox === 'full') {
    throw new PreflightError(
      `sandbox: full (from ${from('sandbox')}) cannot be kept: this version has no sandbox, so the commands of the models run with your rights. Say --sandbox off, or --sandbox external where you have put a container or a machine around it yourself.`,
    );
  }
  if (machine.mode === 'plan' || machine.mode === 'ask') {
    throw new PreflightError(
      `mode: ${machine.mode} (from ${from('mode')}) cannot be kept: this version asks nobody before a command of a model runs. Say --mode auto or full. To see the plan before anything is coded: orchestrate plan; to see each change before it lands: --approve checkpoint.`,
    );
  }
}
