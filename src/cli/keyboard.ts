import type { Keyboard } from './shell.ts';

/**
 * Reads keys one by one from a terminal, which shows and collects nothing itself meanwhile. Gives a function that hands
 * the terminal back; undefined where there is none.
 */
export function readKeys(stdin: Keyboard, onKey: (key: string) => void): (() => void) | undefined {
  if (stdin.isTTY !== true || !stdin.setRawMode) {
    return undefined;
  }
  const take = (data: Buffer | string): void => keysIn(data.toString()).forEach(onKey);
  stdin.setRawMode(true);
  stdin.on('data', take);
  stdin.resume();
  return () => {
    stdin.off('data', take);
    stdin.setRawMode?.(false);
    stdin.pause();
  };
}

/** Arrows and their like are one key each, which nobody knows; a lone escape is itself. */
// oxlint-disable-next-line no-control-regex
const keysIn = (text: string): string[] => text.match(/\u001b(?:\[[0-9;]*[ -/]*[@-~]|O.)|[^]/gu) ?? [];
