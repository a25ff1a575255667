import type { Loaded } from '../../config/load.ts';
import { about, type Finding } from '../../view/diagnosis.ts';
import { sandboxOf } from '../confinement.ts';
import type { Shell } from '../shell.ts';

const sandbox = about('machine', 'sandbox');

/** Whether commands can be confined here as the settings want it: by trying to get out of the real one. */
export async function lookAtSandbox(env: Shell['env'], loaded: Loaded | null): Promise<Finding[]> {
  if (!loaded) {
    return [];
  }
  const { settings, machine } = loaded;
  if (settings.sandbox !== 'full') {
    return [sandbox.note(WORDS[settings.sandbox])];
  }
  const started = await sandboxOf({ env, machine }, 'fresh');
  return started.kind === 'ready'
    ? [sandbox.ok(`${started.name}; tried from inside, and nothing gave way`)]
    : [sandbox.bad(started.because, started.fix)];
}

const WORDS = {
  external: 'not ours: what is around this program confines it (sandbox: external)',
  off: 'none: commands of models run with your rights (sandbox: off)',
} as const;
