import { secrets } from '../config/environment.ts';
import type { Line } from '../domain/event.ts';
import { readJournal } from '../io/journal.ts';
import { readSmall, writeSmall } from '../io/small-file.ts';
import type { RunFolder } from '../io/state.ts';
import { reportFacts } from '../view/facts.ts';
import type { Report } from '../view/report.ts';
import { pageOf, writePage } from './page-report.ts';
import type { Here } from './runs.ts';
import type { Shell } from './shell.ts';

/** Writes `report.json`; `userTree` are the differences of the user's checkout, null where nobody compared. */
export async function writeReport(
  folder: RunFolder,
  lines: readonly Line[],
  userTree: readonly string[] | null,
): Promise<Report> {
  const report = reportFacts(lines, { records: folder.dir, userTree });
  await writeSmall(folder.report, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** Writes both reports of a run that nobody drives as its journal is now. The user's checkout is not compared. */
export async function renewReports({ git }: Here, folder: RunFolder, env: Shell['env']): Promise<void> {
  const { lines } = await readJournal(folder.journal);
  const report = await writeReport(folder, lines, null);
  await writePage({ git, folder, lines, report, secrets: secrets(env) });
}

/** A process that was killed right after the end of its run has left one of them out. */
export const lacksReports = async (folder: RunFolder): Promise<boolean> =>
  (await readSmall(folder.report)) === null || (await readSmall(pageOf(folder))) === null;
