import type { Shell } from '../shell.ts';

export async function demo(_flags: { readonly keep?: boolean }, shell: Shell): Promise<number> {
  shell.out('not recorded yet\n');
  return Promise.resolve(1);
}
