import path from 'node:path';
import { againWith } from '../again.ts';
import { carry } from '../carry.ts';
import { consentOf } from '../consent.ts';
import type { RunFlags } from '../flags.ts';
import { openNew, type NewRun } from '../opening.ts';
import { openScreen } from '../screen.ts';
import type { Shell } from '../shell.ts';
import { meetingOf } from '../meeting.ts';
import { readSpecBytes } from '../spec-bytes.ts';

/** `orchestrate spec.md`: the whole way from a spec to commits. */
export async function run(spec: string, flags: RunFlags, shell: Shell): Promise<number> {
  const screen = openScreen(shell, flags);
  try {
    const options = await newRun(spec, flags, shell);
    const listeners = { onNotice: screen.notice, onSecrets: shell.hide };
    const opened = await openNew(options, listeners);
    return await carry(opened, shell, { screen, flags, again: againWith(options, listeners) });
  } finally {
    screen.close();
  }
}

export async function newRun(spec: string, flags: RunFlags, shell: Shell): Promise<NewRun> {
  const {
    allowDirty,
    includeDirty,
    yesRunUnsandboxed,
    config,
    record,
    dryRun: _,
    sarif: _sarif,
    junit: _junit,
    workers: _workers,
    remote: _remote,
    queue: _queue,
    ...rest
  } = flags;
  const meeting = meetingOf(flags, shell);
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
    ...(meeting ? { meeting } : {}),
    unconfined: consentOf(shell, { given: yesRunUnsandboxed === true, json: flags.json === true }),
    dirty: includeDirty === true ? 'include' : allowDirty === true ? 'leave' : 'refuse',
    ...(config === undefined ? {} : { configFile: config }),
    ...(record === undefined ? {} : { record: path.resolve(shell.cwd, record) }),
  };
}
