import type { Workbench } from './session.ts';

/**
 * A text on its way into a file, with what was hidden from the model put back as that file has it. Throws where a
 * placeholder stands for nothing there: one never overwrites a secret, and never carries it to another file.
 */
export function restored(
  { options: { redactor } }: Workbench,
  text: string,
  { path, current }: { readonly path: string; readonly current: string },
): string {
  const back = redactor?.restore(text, current) ?? { text };
  if ('text' in back) {
    return back.text;
  }
  throw new Error(
    `${back.unknown} stands for a secret that is not in ${path}; nothing was written. A hidden value stays where it is: leave it out of the change, or have the program read it from its environment.`,
  );
}
