import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Event } from '../../../src/domain/event.ts';
import type { Message } from '../../../src/domain/transcript.ts';
import { pageFiles } from '../../../src/cli/page-files.ts';
import { writePage } from '../../../src/cli/page-report.ts';
import { pageSource } from '../../../src/cli/page-source.ts';
import { here, readRun } from '../../../src/cli/runs.ts';
import { createJournal, openJournal, type Journal } from '../../../src/io/journal.ts';
import { acquireLock } from '../../../src/io/lock.ts';
import { createRun } from '../../../src/io/state.ts';
import { reportFacts } from '../../../src/view/facts.ts';
import { servePage } from '../../../src/view/web/server.ts';
import { makeRepo } from '../../run/repo.ts';

export type Staged = {
  readonly events: readonly Event[];
  readonly files?: Readonly<Record<string, string>>;
  readonly changed?: Readonly<Record<string, string>>;
  readonly transcripts?: Readonly<Record<string, readonly Message[]>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Seconds between two events, the last of which is now; without, all of them are. */
  readonly pace?: number;
  /** No program works on it. */
  readonly gone?: true;
};

/** Two commits of a repository, a run's records beside it, and the page's own server: all of it real. */
export async function stage({
  files = {},
  changed = {},
  transcripts = {},
  env = {},
  pace,
  gone,
  ...rest
}: Staged) {
  const repo = await makeRepo(files);
  const base = await repo.git('rev-parse', 'HEAD');
  for (const [file, text] of Object.entries(changed)) {
    await repo.write(file, text);
  }
  await repo.git('add', '-A');
  await repo.git('commit', '-q', '--allow-empty', '-m', 'Change');
  const commit = await repo.git('rev-parse', 'HEAD');
  const at = await here({ cwd: repo.root, env: repo.env });
  const folder = await createRun(at.state);
  const events = rest.events.map((event) => placed(event, { run: folder.id, base, commit }));
  const journal =
    pace === undefined ? await written(folder.journal, events) : await paced(folder.journal, events, pace);
  for (const [name, messages] of Object.entries(transcripts)) {
    const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
    await writeFile(path.join(folder.transcripts, `${name}.jsonl`), lines);
  }
  await writeFile(path.join(folder.logs, 'check.log'), 'all of the output\n');
  const held = gone
    ? undefined
    : await acquireLock({ file: at.state.lock, run: folder.id, env: process.env });
  const server = await servePage(pageSource(at, { env }), await pageFiles());
  return {
    url: server.url,
    run: folder.id,
    folder,
    append: async (event: Event) => journal.append(placed(event, { run: folder.id, base, commit })),
    report: async () => {
      const { lines } = await readRun(folder);
      const report = reportFacts(lines, { records: folder.dir, userTree: [] });
      return writePage({ git: at.git, folder, lines, report, secrets: Object.values(env) });
    },
    close: async () => {
      await server.close();
      await (held?.kind === 'acquired' ? held.lock.release() : undefined);
      await journal.close();
      await repo.remove();
    },
  };
}

async function written(file: string, events: readonly Event[]): Promise<Journal> {
  const journal = await createJournal(file);
  for (const event of events) {
    await journal.append(event);
  }
  return journal;
}

async function paced(file: string, events: readonly Event[], pace: number): Promise<Journal> {
  const first = Date.now() - (events.length - 1) * pace * 1000;
  let prev = '';
  const lines = events.map((event, seq) => {
    const at = new Date(first + seq * pace * 1000).toISOString();
    const line = JSON.stringify({ v: 1, seq, at, prev, event });
    prev = createHash('sha256').update(line).digest('hex');
    return `${line}\n`;
  });
  await writeFile(file, lines.join(''));
  return (await openJournal(file)).journal;
}

type Names = { readonly run: string; readonly base: string; readonly commit: string };

/** Commits of a story are made up: `000…` and `111…` are the base here, each other one the change. */
function placed(event: Event, { run, base, commit }: Names): Event {
  const text = JSON.stringify(event).replaceAll(/"([0-9a-f])\1{39}"/g, (_, digit: string) =>
    JSON.stringify('01'.includes(digit) ? base : commit),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const told = JSON.parse(text) as Event;
  return told.type === 'run.started' ? { ...told, run } : told;
}
