import { noCheckpoint } from '../../domain/no-checkpoint.ts';
import type { Run } from '../../domain/run.ts';
import { followJournal } from '../../io/journal.ts';
import { listRuns } from '../../io/state.ts';
import { diff } from '../../io/git/diff.ts';
import { reportFacts } from '../../view/facts.ts';
import { ending } from '../../view/ending.ts';
import { endLine, endOf, eventLine } from '../../view/json.ts';
import { lineOf, tell, tellAll, untold } from '../../view/lines.ts';
import { inked } from '../../view/ink.ts';
import type { Row } from '../../view/row.ts';
import { renderLog, renderShow, renderStatus } from '../../view/status.ts';
import type { RunFlags } from '../flags.ts';
import { begun, here, pickRun, workedOn } from '../runs.ts';
import type { Shell } from '../shell.ts';
import { UserError, USAGE } from '../user-error.ts';

/** `orchestrate status`: reads the journal and takes no lock, so that it works beside a run. */
export async function status(name: string | undefined, flags: RunFlags, shell: Shell): Promise<number> {
  const at = await here(shell);
  const { folder, lines, run } = await pickRun(at, name);
  const running =
    run.at !== 'ended' && (await workedOn(at.state, await begun(await listRuns(at.state)))) === folder.id;
  if (flags.json === true) {
    shell.out(running ? underWay(run) : standingOf(run));
    return 0;
  }
  const width = ('columns' in shell.stdout && Number(shell.stdout.columns)) || 100;
  print(shell, renderStatus(tellAll(lines), { now: Date.now(), width, running, records: folder.dir }));
  return 0;
}

/** `orchestrate show c3`: one checkpoint's diff, check and verdict. */
export async function show(checkpoint: string, name: string | undefined, shell: Shell): Promise<number> {
  const at = await here(shell);
  const { folder, lines, run } = await pickRun(at, name);
  const fact = reportFacts(lines, { records: folder.dir, userTree: null }).checkpoints.find(
    (c) => c.id === checkpoint,
  );
  if (!fact) {
    throw new UserError(USAGE, noCheckpoint(run, checkpoint));
  }
  const p = run.progress.find((q) => q.checkpoint.id === checkpoint);
  const commit = p && 'commit' in p ? p.commit : (p?.work ?? null);
  const text = commit === null ? '' : await diff(at.git, { base: `${commit}^1`, commit });
  print(shell, renderShow(fact, text));
  return 0;
}

/** `orchestrate log`: what happened, in order; with `--follow` as it happens. */
export async function log(
  name: string | undefined,
  flags: RunFlags & { readonly follow?: boolean },
  shell: Shell,
): Promise<number> {
  const { folder, lines, run } = await pickRun(await here(shell), name);
  if (flags.follow === true) {
    await follow({ journal: folder.journal, written: lines.length }, flags, shell);
  } else if (flags.json === true) {
    shell.out(lines.map((line) => `${eventLine(line)}\n`).join(''));
    shell.out(standingOf(run));
  } else {
    print(shell, renderLog(lines));
  }
  return 0;
}

/** `written`: lines that are there already; an end among them was not the end where more came after it. */
type Followed = { readonly journal: string; readonly written: number };

async function follow({ journal, written }: Followed, flags: RunFlags, shell: Shell): Promise<void> {
  const stopped = new AbortController();
  const unwatch = shell.onStop(() => stopped.abort());
  let telling = untold;
  let read = 0;
  for await (const line of followJournal(journal, { signal: stopped.signal })) {
    read += 1;
    const next = tell(telling, line);
    ({ telling } = next);
    if (flags.json === true) {
      shell.out(`${eventLine(line)}\n`);
    } else {
      print(shell, next.said.map(lineOf));
    }
    if ((line.event.type === 'run.ended' && read >= written) || !shell.stdout.writable) {
      break;
    }
  }
  unwatch();
  if (flags.json === true) {
    shell.out(standingOf(telling.watch.run));
  }
}

/** The same record as at an end, of a run that has none yet. */
const underWay = (run: Run): string =>
  `${JSON.stringify({
    ...endOf(run, ending(run)),
    type: 'status',
    outcome: 'running',
    reason: null,
    detail: run.at,
    exit: null,
    next: [],
  })}\n`;

/** Where a run stands, as the last record on stdout. */
const standingOf = (run: Run): string => `${endLine(endOf(run, ending(run)))}\n`;

const print = (shell: Shell, rows: readonly Row[]): void => {
  shell.out(rows.map((line) => `${inked(line, shell.stdout)}\n`).join(''));
};
