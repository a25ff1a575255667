import type { Shell } from '../shell.ts';
import { completionFor } from '../tree/completion.ts';
import type { ShellName } from '../tree/shells.ts';
import type { Node } from '../tree/tree.ts';

/** `orchestrate completion bash`: a script for that shell, on stdout. */
export function completion(name: ShellName, program: Node, shell: Shell): number {
  shell.out(completionFor(name, program));
  return 0;
}
