import type { Consent } from './confinement.ts';
import type { Shell } from './shell.ts';

/** How to come by a person's word: as it was given, or by asking whoever sits at the terminal. */
export const consentOf = (
  shell: Shell,
  { given, json }: { readonly given: boolean; readonly json: boolean },
): Consent => ({
  given,
  ...(shell.stdin.isTTY && shell.stderr.isTTY && !json
    ? { ask: async (question) => (await import('./init/questions.ts')).questionsOn(shell).yes(question) }
    : {}),
});
