import { copiesIn, freeBytes } from '../io/room.ts';
import { PreflightError } from './preflight.ts';

type Need = { readonly free: number; readonly files: number; readonly copies: number };

/** For records, transcripts and logs, and so that the machine itself is not left without. */
const BESIDE = 256 * 1024 * 1024;

/** Throws a PreflightError where the working copies of a run would not fit on the disk. */
export async function requireRoom({
  bytes,
  slots,
  parallel,
}: {
  readonly bytes: number;
  readonly slots: string;
  readonly parallel: number;
}): Promise<void> {
  const [free, there] = await Promise.all([freeBytes(slots), copiesIn(slots)]);
  // A coder and a check for each, and one copy to read in.
  const problem = lacksRoom({ free, files: bytes, copies: Math.max(0, 2 * parallel + 1 - there) });
  if (problem !== null) {
    throw new PreflightError(`${problem} They lie in ${slots}.`);
  }
}

/** What is said where there is too little room; null where there is enough. */
export function lacksRoom({ free, files, copies }: Need): string | null {
  const needed = files * copies + BESIDE;
  return free >= needed
    ? null
    : `There is room for ${megabytes(free)}, and ${String(copies)} working copies of ${megabytes(files)} each, with the records beside them, need ${megabytes(needed)}. Nothing was changed. Make room (orchestrate clean shows what old runs hold), take fewer at a time (--parallel 1), or keep them on another disk (stateFolder, XDG_STATE_HOME).`;
}

const megabytes = (bytes: number): string => `${String(Math.ceil(bytes / 1024 / 1024))} MB`;
