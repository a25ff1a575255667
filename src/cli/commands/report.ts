import path from 'node:path';
import { secrets } from '../../config/environment.ts';
import type { Report } from '../../view/report.ts';
import { reportFacts } from '../../view/facts.ts';
import { reportAs } from '../../view/formats/formats.ts';
import type { Format } from '../../view/formats/names.ts';
import { inked } from '../../view/ink.ts';
import { renderReport } from '../../view/report-text.ts';
import { writePage } from '../page-report.ts';
import { here, pickRun, type Recorded } from '../runs.ts';
import type { Shell } from '../shell.ts';

/** The report of a run as its journal tells it. What nobody compares any more, the user's checkout, is left open. */
export const reportOf = ({ folder, lines }: Pick<Recorded, 'folder' | 'lines'>): Report =>
  reportFacts(lines, { records: folder.dir, userTree: null });

/** `html`: the file to write the page to, or true for the one beside the other records. */
export type ReportFlags = { readonly format?: Format; readonly html?: string | true };

/** `orchestrate report`: what was checked and what was claimed, to read or for another program; on stdout. */
export async function report(
  name: string | undefined,
  { format, html }: ReportFlags,
  shell: Shell,
): Promise<number> {
  const at = await here(shell);
  const found = await pickRun(at, name);
  const facts = reportOf(found);
  if (html !== undefined) {
    const file = html === true ? undefined : path.resolve(shell.cwd, html);
    const reported = { git: at.git, ...found, report: facts, secrets: secrets(shell.env) };
    shell.out(`${await writePage(reported, file)}\n`);
    return 0;
  }
  const text =
    format === undefined
      ? renderReport(facts)
          .map((line) => `${inked(line, shell.stdout)}\n`)
          .join('')
      : reportAs[format](facts);
  shell.out(text);
  return 0;
}
