import path from 'node:path';
import type { Entry } from '../view/watch.ts';
import type { Git } from '../io/git/call.ts';
import { namesIn, writeSmall } from '../io/small-file.ts';
import type { RunFolder } from '../io/state.ts';
import type { Carried, Detail } from '../view/page/detail.ts';
import { slim } from '../view/page/slim.ts';
import type { AttemptFact, CheckpointFact, Report } from '../view/report.ts';
import { reportHtml } from '../view/web/report-html.ts';
import { readDetail, type Bounds } from './page-details.ts';
import { pageFiles } from './page-files.ts';
import { pageText } from './redact.ts';

/** Of each detail, so that many fit; whoever wants all of one has `orchestrate ui`. */
const EACH: Bounds = { diff: 200_000, log: 60_000, message: 12_000, messages: 300_000 };
/** Characters of all details, before they are packed to about a sixth. */
const ALL = 24_000_000;
/** Each takes a process: those of a very large run would take minutes. */
const MOST_DIFFS = 200;
/** Details that are read at a time. */
const ABREAST = 8;

export type Reported = {
  readonly git: Git;
  readonly folder: RunFolder;
  readonly lines: readonly Entry[];
  readonly report: Report;
  readonly secrets: readonly string[];
};

/** Writes `report.html`: beside the other records, or to a file of the user's choice. Gives its path. */
export async function writePage(reported: Reported, file = pageOf(reported.folder)): Promise<string> {
  const { lines, report, secrets } = reported;
  const { details, left } = await carriedDetails(reported);
  const carried: Carried = { run: report.run, lines: lines.map(slim), details, left };
  await writeSmall(file, reportHtml(await pageFiles(), carried, pageText(secrets)));
  return file;
}

/** Where it lies beside the other records. */
export const pageOf = (folder: RunFolder): string => path.join(folder.dir, 'report.html');

/** What went wrong comes first; once the room is used up the rest is left out, and counted. */
async function carriedDetails(reported: Reported): Promise<Pick<Carried, 'details' | 'left'>> {
  const { diffs, others } = await keysOf(reported);
  const keys = [...diffs.slice(0, MOST_DIFFS), ...others];
  const details: Record<string, Detail> = {};
  let left = diffs.length + others.length;
  for (let at = 0, room = ALL; at < keys.length && room > 0; at += ABREAST) {
    const some = keys.slice(at, at + ABREAST);
    const read = await Promise.all(some.map(async (key) => readDetail({ ...reported, bounds: EACH }, key)));
    for (const [i, key] of some.entries()) {
      const detail = read[i];
      room -= detail ? JSON.stringify(detail).length : 0;
      Object.assign(details, detail ? { [key]: detail } : {});
    }
    left -= some.length;
  }
  return { details, left };
}

type Keys = { readonly diffs: readonly string[]; readonly others: readonly string[] };

async function keysOf({ report, folder }: Reported): Promise<Keys> {
  const talks = (await namesIn(folder.transcripts)).flatMap((name) =>
    name.endsWith('.jsonl') ? [name.slice(0, -'.jsonl'.length)] : [],
  );
  const checkpoints = report.checkpoints.toSorted((a, b) => RANK[a.status] - RANK[b.status]);
  const attempts = checkpoints.flatMap((checkpoint) => checkpoint.attempts.toReversed());
  const order = new Map(attempts.map(({ id }, i) => [id, i]));
  const place = (talk: string): number => order.get(talk.split('.', 2).join('.')) ?? -1;
  const checks = [report.baseline, report.final, ...attempts.flatMap((attempt) => attempt.checks)];
  const logs = checks.flatMap((check) => (check && check.result.log !== '' ? [check.result.log] : []));
  return {
    diffs: [...new Set(attempts.flatMap(diffKey))],
    others: [
      ...talks.toSorted((a, b) => place(a) - place(b)).map((talk) => `transcript/${talk}`),
      ...new Set(logs.map((log) => `log/${path.basename(log)}`)),
    ],
  };
}

const RANK: Readonly<Record<CheckpointFact['status'], number>> = {
  blocked: 0,
  asking: 1,
  open: 2,
  landed: 3,
  replaced: 4,
};

const diffKey = ({ base, commit }: AttemptFact): string[] =>
  commit === null || commit === base ? [] : [`diff/${base}..${commit}`];
