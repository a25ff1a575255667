import { autocomplete, type CANCEL_SYMBOL, confirm, isCancel, select, text } from '@clack/prompts';
import type { Shell } from '../shell.ts';
import { UserError } from '../user-error.ts';

/** Asks a person. Every answer may be the one that is proposed; going away is a UserError. */
export type Questions = {
  readonly line: (message: string, proposed: string) => Promise<string>;
  readonly yes: (message: string) => Promise<boolean>;
  readonly pick: <T>(message: string, options: readonly Pickable<T>[]) => Promise<T>;
  /** One of many names, found by typing. */
  readonly find: (message: string, names: readonly string[]) => Promise<string>;
};
type Pickable<T> = { readonly label: string; readonly value: T };

const LEFT = 130;
/** Names from which on a person types instead of going through the list. */
const MANY = 8;

export function questionsOn({ stdin, stderr }: Pick<Shell, 'stdin' | 'stderr'>): Questions {
  const on = { input: stdin, output: stderr };
  const pick: Questions['pick'] = async (message, options) => {
    const labelled = options.map(({ label }, value) => ({ label, value }));
    const chosen = options[answered(await select({ message, options: labelled, ...on }))];
    if (!chosen) {
      throw new Error(`nothing can be picked for: ${message}`);
    }
    return chosen.value;
  };
  return {
    pick,
    line: async (message, proposed) =>
      answered(await text({ message, initialValue: proposed, ...on })).trim(),
    yes: async (message) => answered(await confirm({ message, initialValue: false, ...on })),
    find: async (message, names) =>
      names.length < MANY
        ? pick(
            message,
            names.map((name) => ({ label: name, value: name })),
          )
        : answered(
            await autocomplete({
              message,
              options: names.map((name) => ({ value: name })),
              maxItems: MANY,
              ...on,
            }),
          ),
  };
}

function answered<T>(answer: T | typeof CANCEL_SYMBOL): T {
  if (isCancel(answer)) {
    throw new UserError(LEFT, 'Left without an answer; nothing was written.');
  }
  return answer;
}
