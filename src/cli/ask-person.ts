import { Writable } from 'node:stream';
import type { PersonSays, Question } from '../agent/policy/permit-by.ts';
import { printable } from '../view/printable.ts';

const MOST_CHARACTERS = 2_000;

/** Asks on a terminal whether a call may run. Turning away from the question is a no. */
export async function askPerson(
  { tool, what, reason, prefix }: Question,
  output: NodeJS.WritableStream,
): Promise<PersonSays> {
  const { isCancel, select } = await import('@clack/prompts');
  const shown = what
    .slice(0, MOST_CHARACTERS)
    .split('\n')
    .map((line) => `  ${printable(line)}`)
    .join('\n');
  const rest =
    what.length > MOST_CHARACTERS ? `\n  … and ${String(what.length - MOST_CHARACTERS)} characters more` : '';
  const said = await select<PersonSays>({
    message: `A model wants to use ${printable(tool)}:\n${shown}${rest}\n${printable(reason)}. May it?`,
    options: [
      { value: 'once', label: 'Yes, this once' },
      ...(prefix === null
        ? []
        : [
            {
              value: 'always' as const,
              label: `Yes, and until this run rests whatever begins so: ${printable(prefix)}`,
            },
          ]),
      { value: 'no', label: 'No' },
    ],
    initialValue: 'no',
    ...(output instanceof Writable ? { output } : {}),
  });
  return isCancel(said) ? 'no' : said;
}
