import { proposalsOf, withEntries, type Proposal } from '../../domain/memory.ts';
import { readSmall, writeSmall } from '../../io/small-file.ts';
import { listRuns } from '../../io/state.ts';
import { memoryFile } from '../../run/memory.ts';
import { linesOf, printable } from '../../view/printable.ts';
import { begun, here, readRun, type Here } from '../runs.ts';
import type { Shell } from '../shell.ts';
import { UserError, USAGE } from '../user-error.ts';

type Said = Pick<Shell, 'cwd' | 'env' | 'out' | 'err'>;

/** Proposals of older runs are not asked about again. */
const MOST_RUNS = 10;

/** `orchestrate memory`: what every run in this repository is told, and what the latest runs propose to add. */
export async function memory(shell: Said): Promise<number> {
  const { file, text, proposals } = await open(await here(shell));
  const lines = text.trim() === '' ? ['Nothing is remembered yet.'] : linesOf(text.trimEnd());
  shell.out(lines.map((line) => `${printable(line)}\n`).join(''));
  if (proposals.length > 0) {
    shell.out('\nProposed:\n');
    proposals.forEach((p, i) =>
      shell.out(`${String(i + 1)}. ${printable(p.text)} (${p.run} ${p.attempt})\n`),
    );
    shell.err('\nTake some over: orchestrate memory accept 1 3; all of them: orchestrate memory accept\n');
  }
  shell.err(`\nEdit it as you like: ${file}\n`);
  return 0;
}

/** `orchestrate memory accept [n…]`: takes proposals over, as they are numbered by `orchestrate memory`. */
export async function accept(numbers: readonly string[], shell: Said): Promise<number> {
  const { file, text, proposals } = await open(await here(shell));
  const wrong = numbers.filter((n) => proposals[Number(n) - 1] === undefined);
  if (wrong.length > 0 || proposals.length === 0) {
    const there =
      proposals.length === 0 ? 'Nothing is proposed' : `There are 1 to ${String(proposals.length)}`;
    const which = wrong.length > 0 ? `There is no proposal ${wrong.join(', ')}. ` : '';
    throw new UserError(USAGE, `${which}${there}: orchestrate memory shows what is.`);
  }
  const chosen = proposals.filter((_, i) => numbers.length === 0 || numbers.some((n) => Number(n) === i + 1));
  const added = chosen.map((p) => p.text);
  await writeSmall(file, withEntries(text, added));
  shell.err(`${String(added.length)} added to ${file}: every later run is told.\n`);
  return 0;
}

type Numbered = Proposal & { readonly run: string };

async function open({ state }: Here) {
  const file = memoryFile(state);
  const text = (await readSmall(file)) ?? '';
  const folders = await begun((await listRuns(state)).slice(0, MOST_RUNS));
  const proposals = new Map<string, Numbered>();
  for (const folder of folders) {
    const { lines, run } = await readRun(folder);
    for (const proposal of proposalsOf(
      lines.map((line) => line.event),
      text,
    )) {
      proposals.set(proposal.text, proposals.get(proposal.text) ?? { ...proposal, run: run.id });
    }
  }
  return { file, text, proposals: [...proposals.values()] };
}
