import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ending } from '../../view/ending.ts';
import { renderReport } from '../../view/report-text.ts';
import { row } from '../../view/row.ts';
import type { RunFlags } from '../flags.ts';
import { killPoint } from '../kill-point.ts';
import { toLive } from '../live-channel.ts';
import type { Opened } from '../driving.ts';
import { openNew, type NewRun } from '../opening.ts';
import { openScreen, type Screen } from '../screen.ts';
import type { Shell } from '../shell.ts';
import { readSpecBytes } from '../spec-bytes.ts';
import { stopping } from '../stopping.ts';

/** `orchestrate spec.md`: the whole way from a spec to commits. */
export async function run(spec: string, flags: RunFlags, shell: Shell): Promise<number> {
  const screen = openScreen(shell, flags);
  try {
    const opened = await openNew(await newRun(spec, flags, shell), { onNotice: screen.notice });
    return await carry(opened, shell, screen);
  } finally {
    screen.close();
  }
}

/** `orchestrate plan spec.md`: stops with the plan, which is as good as a run that waits for its approval. */
export async function plan(spec: string, flags: RunFlags, shell: Shell): Promise<number> {
  const screen = openScreen(shell, flags);
  try {
    const options = await newRun(spec, { ...flags, approve: 'plan' }, shell);
    const opened = await openNew(options, { onNotice: screen.notice });
    const code = await carry(opened, shell, screen);
    return code === WAITS ? await showPlan(opened, shell) : code;
  } finally {
    screen.close();
  }
}

const WAITS = 6;

async function showPlan({ folder }: Opened, shell: Shell): Promise<number> {
  shell.out(await readFile(folder.planMd, 'utf8'));
  shell.err(`\nEdit it as you like: ${folder.planYaml}\nThen: orchestrate resume ${folder.id}\n`);
  return 0;
}

async function newRun(spec: string, flags: RunFlags, shell: Shell): Promise<NewRun> {
  const { allowDirty, includeDirty, config, record, ...rest } = flags;
  return {
    cwd: shell.cwd,
    env: shell.env,
    version: shell.version,
    spec: {
      bytes: await readSpecBytes(spec, shell),
      source: spec === '-' ? 'stdin' : spec,
      ...(spec === '-' ? {} : { path: path.resolve(shell.cwd, spec) }),
    },
    flags: rest,
    dirty: includeDirty === true ? 'include' : allowDirty === true ? 'leave' : 'refuse',
    ...(config === undefined ? {} : { configFile: config }),
    ...(record === undefined ? {} : { record: path.resolve(shell.cwd, record) }),
  };
}

/** Drives an opened run to its rest with everything that a person may see and do meanwhile. */
export async function carry(opened: Opened, shell: Shell, screen: Screen): Promise<number> {
  const stop = stopping(shell);
  const kill = killPoint(shell);
  try {
    const { run: after, report } = await opened.drive(stop.signal, {
      onLine: (line) => {
        kill(line);
        screen.entry(line);
      },
      onDelta: toLive(screen),
      onWait: ({ role, attempt }, { why, of, ms }) =>
        screen.live({
          role,
          attempt,
          kind: 'wait',
          text: `${why} of ${of}, ${String(Math.ceil(ms / 1000))} s`,
        }),
      onNotice: screen.notice,
    });
    const signal = stop.asked() === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
    const end = ending(after, stop.asked() === undefined ? undefined : signal);
    screen.end(after, end, after.at === 'ended' ? [...renderReport(report), row('')] : []);
    return end.exit;
  } finally {
    stop.end();
  }
}
