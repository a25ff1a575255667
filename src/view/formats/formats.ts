import type { Report } from '../report.ts';
import { reportJunit } from './junit.ts';
import { reportMarkdown } from './markdown.ts';
import type { Format } from './names.ts';
import { reportSarif } from './sarif.ts';

export const reportAs: Readonly<Record<Format, (report: Report) => string>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: reportMarkdown,
  sarif: reportSarif,
  junit: reportJunit,
};
