import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reportAs } from '../view/formats/formats.ts';
import type { Format } from '../view/formats/names.ts';
import type { Report } from '../view/report.ts';
import type { RunFlags } from './flags.ts';
import type { Shell } from './shell.ts';

type Outlets = Pick<RunFlags, 'sarif' | 'junit'>;

/**
 * Hands the report to whom it was promised: files named by flags, and the summary page of a GitHub job. A file that
 * cannot be written is told, and spoils nothing.
 */
export async function giveOut(
  report: Report,
  flags: Outlets,
  { shell, notice }: { readonly shell: Shell; readonly notice: (text: string) => void },
): Promise<void> {
  const write = async (file: string, format: Format): Promise<void> =>
    writeFile(path.resolve(shell.cwd, file), reportAs[format](report));
  const told = async (what: string, give: () => Promise<void>): Promise<void> =>
    give().catch((error: unknown) => {
      notice(`${what} was not written: ${error instanceof Error ? error.message : String(error)}`);
    });
  const { sarif, junit } = flags;
  if (sarif !== undefined) {
    await told('the SARIF file', async () => write(sarif, 'sarif'));
  }
  if (junit !== undefined) {
    await told('the JUnit file', async () => write(junit, 'junit'));
  }
  const summary = shell.env['GITHUB_STEP_SUMMARY'];
  if (summary !== undefined && summary !== '') {
    await told('the job summary', async () => appendFile(summary, reportAs.markdown(report)));
  }
}
