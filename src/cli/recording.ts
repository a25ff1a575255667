import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pair } from '../model/normalise.ts';
import { recorded, Tape } from '../model/recording.ts';
import type { Models } from '../run/models.ts';
import { UserError, USAGE } from './user-error.ts';

export type RecordingOptions = {
  readonly file: string;
  /** Folder of the working copies, and the root of the user's checkout. */
  readonly slots: string;
  readonly root: string;
  readonly secrets: readonly string[];
};

const MOST_SLOTS = 64;

/** Live paths and the names that stand for them in recordings: which working copy was used says nothing. */
export function livePaths({ slots, root }: Pick<RecordingOptions, 'slots' | 'root'>): Pair[] {
  const numbers = Array.from({ length: MOST_SLOTS }, (_, i) => String(i + 1));
  return [
    ...['w', 'check', 'read'].flatMap((kind) =>
      numbers.map((n) => ({ live: path.join(slots, `${kind}${n}`), as: `<${kind}>` })),
    ),
    { live: slots, as: '<slots>' },
    { live: root, as: '<root>' },
  ];
}

/** Makes the file of a recording, or says before a run has begun why it cannot be made. */
export async function beginRecording(file: string): Promise<void> {
  try {
    await writeFile(file, '', { mode: 0o600 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(USAGE, `--record ${file} cannot be written: ${why}.`);
  }
}

/** Models whose turns are kept in a file that was begun, to be served again by `replay`. */
export function recordingModels(models: Models, options: RecordingOptions): Models {
  const normalise = livePaths(options);
  // A conversation is asked of more than one model, and all of it is one sequence.
  const tapes = new Map<string, Tape>();
  return (caller, account) => {
    const { conversation: key } = caller;
    const tape = tapes.get(key) ?? new Tape({ key, normalise, secrets: options.secrets });
    tapes.set(key, tape);
    return recorded(models(caller, account), async (line) => appendFile(options.file, `${line}\n`), tape);
  };
}
