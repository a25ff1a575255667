import type { Report } from '../../view/report.ts';
import { reportFacts } from '../../view/facts.ts';
import { reportAs } from '../../view/formats/formats.ts';
import type { Format } from '../../view/formats/names.ts';
import { inked } from '../../view/ink.ts';
import { renderReport } from '../../view/report-text.ts';
import { here, pickRun, type Recorded } from '../runs.ts';
import type { Shell } from '../shell.ts';

/** The report of a run as its journal tells it. What nobody compares any more, the user's checkout, is left open. */
export const reportOf = ({ folder, lines }: Pick<Recorded, 'folder' | 'lines'>): Report =>
  reportFacts(lines, { records: folder.dir, userTree: null });

/** `orchestrate report`: what was checked and what was claimed, to read or for another program; on stdout. */
export async function report(
  name: string | undefined,
  flags: { readonly format?: Format },
  shell: Shell,
): Promise<number> {
  const facts = reportOf(await pickRun(await here(shell), name));
  const { format } = flags;
  const text =
    format === undefined
      ? renderReport(facts)
          .map((line) => `${inked(line, shell.stdout)}\n`)
          .join('')
      : reportAs[format](facts);
  shell.out(text);
  return 0;
}
