import { readFile } from 'node:fs/promises';
import type { Run } from '../../domain/run.ts';
import type { Ending } from '../../view/ending.ts';
import { inked } from '../../view/ink.ts';
import { carry } from '../carry.ts';
import type { Opened } from '../driving.ts';
import { estimate } from '../estimate.ts';
import { estimateLine, estimateRows } from '../estimate-rows.ts';
import type { RunFlags } from '../flags.ts';
import { openNew } from '../opening.ts';
import { openScreen } from '../screen.ts';
import type { Shell } from '../shell.ts';
import { newRun } from './run.ts';

/** `orchestrate plan spec.md`: stops with the plan, which is as good as a run that waits for its approval. */
export async function plan(spec: string, flags: RunFlags, shell: Shell): Promise<number> {
  const screen = openScreen(shell, flags);
  try {
    const options = await newRun(spec, { ...flags, approve: 'plan' }, shell);
    const opened = await openNew(options, { onNotice: screen.notice, onSecrets: shell.hide });
    return await carry(opened, shell, {
      screen,
      flags,
      atRest: async (run, end) => (run.at === 'approving' ? shown(run, end, { opened, flags, shell }) : end),
    });
  } finally {
    screen.close();
  }
}

type Showing = { readonly opened: Opened; readonly flags: RunFlags; readonly shell: Shell };

/** A plan was all that was asked for: that it waits is no reason for another code than 0. */
async function shown(run: Run, end: Ending, { opened, flags, shell }: Showing): Promise<Ending> {
  const expected = flags.estimate === true ? estimate(run, opened.configuration) : undefined;
  if (flags.json === true) {
    shell.out(expected ? `${estimateLine(expected)}\n` : '');
  } else {
    shell.out(await readFile(opened.folder.planMd, 'utf8'));
    const rows = expected ? estimateRows(expected, run) : [];
    shell.out(rows.map((line) => `${inked(line, shell.stdout)}\n`).join(''));
  }
  return { ...end, exit: 0 };
}
