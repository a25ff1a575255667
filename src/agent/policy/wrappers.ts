import type { Arg } from './line.ts';

/** Programs that run what follows them; the letters are their options that take a word. */
const WRAPPERS: ReadonlyMap<string, string> = new Map([
  ['env', 'uSC'],
  ['nohup', ''],
  ['nice', 'n'],
  ['ionice', 'cn'],
  ['timeout', 'ks'],
  ['stdbuf', 'ioe'],
  ['setsid', ''],
  ['time', 'fo'],
  ['command', ''],
  ['builtin', ''],
  ['exec', 'a'],
  ['xargs', 'IinLPsdEa'],
  ['parallel', 'j'],
  ['busybox', ''],
  ['npx', 'p'],
  ['unbuffer', ''],
  ['watch', 'n'],
]);

/** The words from the program on that is run in the end. */
export function unwrapped(argv: readonly Arg[]): readonly Arg[] {
  const takers = WRAPPERS.get(argv[0]?.text.split('/').at(-1) ?? '');
  if (takers === undefined) {
    return argv;
  }
  let at = 1;
  while (at < argv.length && isOwn(argv[at]?.text ?? '', argv[0]?.text ?? '')) {
    at += takesWord(argv[at]?.text ?? '', takers) ? 2 : 1;
  }
  return at >= argv.length ? argv : unwrapped(argv.slice(at));
}

/** Options, assignments, and the time that `timeout` takes first. */
const isOwn = (text: string, wrapper: string): boolean =>
  text.startsWith('-') ||
  /^[A-Za-z_]\w*=/.test(text) ||
  (wrapper === 'timeout' && /^[\d.]+[smhd]?$/.test(text));

const takesWord = (text: string, takers: string): boolean =>
  text.length === 2 && text.startsWith('-') && takers.includes(text.slice(1));
