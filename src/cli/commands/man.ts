import type { Shell } from '../shell.ts';
import { manualOf } from '../tree/manual.ts';
import type { Node } from '../tree/tree.ts';

/** `orchestrate man`: the manual page, as `man` reads it, on stdout. */
export function man(program: Node, more: string, shell: Shell): number {
  shell.out(manualOf(program, { version: shell.version, more }));
  return 0;
}
