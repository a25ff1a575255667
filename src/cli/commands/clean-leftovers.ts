import { rm } from 'node:fs/promises';
import { refPrefix } from '../../domain/ids.ts';
import { listRefs, moveRef } from '../../io/git/refs.ts';
import { endMarked, findMarked } from '../../io/shell-leftovers.ts';
import { toTrash } from '../../io/slot-trash.ts';
import { namesIn } from '../../io/small-file.ts';
import type { RunFolder } from '../../io/state.ts';
import { MARK } from '../command-environment.ts';
import type { Here } from '../runs.ts';

/** Something that no run needs any more: in words, and how it goes. */
export type Leftover = { readonly says: string; readonly remove: () => Promise<unknown> };

/**
 * Processes that dead runs have left behind. To be asked under the lock of the repository: then none of its runs is live.
 */
export async function leftRunning(folders: readonly RunFolder[]): Promise<Leftover[]> {
  const found: Leftover[] = [];
  for (const { id } of folders) {
    for (const { pid, command } of await findMarked(MARK, id)) {
      found.push({
        says: `process ${String(pid)} of run ${id} is still there: ${command.slice(0, 100)}`,
        remove: async () => endMarked(MARK, id),
      });
    }
  }
  return found;
}

/**
 * What is left of processes that died before their run had its first event. Uncommitted work of the user's that was taken
 * down for it stays unless `forced`.
 */
export async function neverBegun(
  { git }: Here,
  folders: readonly RunFolder[],
  { forced }: { readonly forced: boolean },
): Promise<Leftover[]> {
  const refs = folders.length > 0 ? await listRefs(git) : [];
  return folders.map(({ id, dir }) => {
    const own = refs.filter(({ ref }) => ref.startsWith(refPrefix(id)));
    const names = own.map(({ ref, id: commit }) => `\n  not merged anywhere: ${ref} ${commit.slice(0, 12)}`);
    const stays = own.length > 0 && !forced;
    return {
      says: `run ${id} never began: ${dir}${names.join('')}${stays ? '\n  kept; remove it all the same with --force' : ''}`,
      remove: async () => {
        if (!stays) {
          await Promise.all(own.map(async ({ ref, id: from }) => moveRef(git, { ref, from, to: null })));
          await rm(dir, { recursive: true, force: true });
        }
      },
    };
  });
}

/** Working copies, where no run goes on in them. */
export async function emptyCopies({ state }: Here): Promise<Leftover[]> {
  const copies = await namesIn(state.slots);
  return copies.length === 0
    ? []
    : [{ says: `working copies: ${state.slots}`, remove: async () => toTrash(state.trash, state.slots) }];
}
