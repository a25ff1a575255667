import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A fenced block of a page. `info` is what stands behind the opening fence, `line` the number of its first line. */
export type Block = { readonly info: string; readonly text: string; readonly line: number };
export type Page = { readonly name: string; readonly text: string; readonly blocks: readonly Block[] };

const NOT_RUN = /^sh not run: \S/;

/** README and every page of docs/. */
export const pages: readonly Page[] = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].map((name) => {
  const text = readFileSync(path.join(root, name), 'utf8');
  return { name, text, blocks: blocksOf(text) };
});

export function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```([^\n`]*)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: info = '', 2: body = '', index }) => ({
      info: info.trim(),
      text: body,
      line: text.slice(0, index).split('\n').length + 1,
    }),
  );
}

/** Commands for a shell, those that are not run included. */
export const isShell = ({ info }: Block): boolean => /^(?:sh|bash|console|shell)\b/.test(info);
/** Blocks that a test can run; others say at their fence why not. */
export const isRun = (block: Block): boolean => isShell(block) && !NOT_RUN.test(block.info);

/** Every call of the program in a text of a shell, as its words after the program's name. */
export function callsIn(script: string): string[][] {
  return script.split('\n').flatMap((line) =>
    line
      .replace(/(^|\s)#.*$/, '')
      .split(/&&|\|\||[;|&()]|\$\(/)
      .map((part): string[] => part.trim().match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [])
      .flatMap((words) => {
        const at = words.indexOf('orchestrate');
        return at >= 0 && words.slice(0, at).every(isBefore) ? [words.slice(at + 1)] : [];
      }),
  );
}

/** What may stand before a program's name. */
const isBefore = (word: string): boolean => word === 'npx' || word === 'sudo' || /^[A-Z_]+=/.test(word);

/** Calls that running text mentions: between backticks. */
export const callsMentioned = (text: string): string[][] =>
  [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`(orchestrate [^`]+)`/g)].flatMap(
    ({ 1: call = '' }) => callsIn(call),
  );
