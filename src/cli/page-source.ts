import { secrets } from '../config/environment.ts';
import type { Run } from '../domain/run.ts';
import { followPages } from '../io/journal.ts';
import { listRuns, type RunFolder } from '../io/state.ts';
import { PAUSED } from '../view/ending.ts';
import type { RunCard } from '../view/page/detail.ts';
import type { Following, PageSource } from '../view/web/source.ts';
import type { Entry } from '../view/watch.ts';
import { spending } from '../view/words.ts';
import { LIVE, readDetail } from './page-details.ts';
import { pageText } from './redact.ts';
import { begun, readRun, workedOn, type Here } from './runs.ts';
import type { Shell } from './shell.ts';

/** As many as a list that is read from the top needs. */
const MOST_RUNS = 50;

/** The runs of a repository for the page, as they are on the disk. Takes no lock. */
export function pageSource(at: Here, shell: Pick<Shell, 'env'>): PageSource {
  const { git, state } = at;
  const folders = async (): Promise<RunFolder[]> => begun(await listRuns(state));
  const find = async (id: string): Promise<RunFolder | undefined> =>
    (await folders()).find((folder) => folder.id === id);
  return {
    redact: pageText(secrets(shell.env)),
    runs: async () => {
      const all = await folders();
      const worked = await workedOn(state, all);
      return Promise.all(all.slice(0, MOST_RUNS).map(async (folder) => card(folder, worked)));
    },
    follow: async (id, following) => {
      const folder = await find(id);
      return folder ? pages(folder, following) : null;
    },
    worked: async (id) => (await workedOn(state, await folders())) === id,
    detail: async (id, key) => {
      const folder = await find(id);
      return folder ? readDetail({ git, folder, bounds: LIVE }, key) : null;
    },
  };
}

async function* pages(
  { journal }: RunFolder,
  { from, signal }: Following,
): AsyncGenerator<readonly Entry[], void, undefined> {
  for await (const lines of followPages(journal, { signal })) {
    const wanted = lines.filter((line) => line.seq >= from);
    if (wanted.length > 0) {
      yield wanted;
    }
    if (lines.at(-1)?.event.type === 'run.ended') {
      return;
    }
  }
}

/** `worked`: the run that a program works on, if there is one. */
async function card(folder: RunFolder, worked: string | null): Promise<RunCard> {
  try {
    const { lines, run } = await readRun(folder);
    return {
      id: folder.id,
      title: run.title,
      state: stateOf(run, worked === folder.id),
      startedAt: lines[0]?.at ?? null,
      landed: run.progress.filter((p) => p.at === 'landed').length,
      checkpoints: run.progress.length,
      spent: spending(run),
    };
  } catch {
    const unknown = { title: '', startedAt: null, landed: 0, checkpoints: 0, spent: '' };
    return { id: folder.id, state: 'damaged', ...unknown };
  }
}

function stateOf(run: Run, isWorked: boolean): string {
  if (run.at === 'ended') {
    return run.ending?.outcome ?? 'ended';
  }
  return run.paused
    ? `paused: ${PAUSED[run.paused.reason].toLowerCase()}`
    : isWorked
      ? 'running'
      : 'interrupted';
}
