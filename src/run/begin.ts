import type { Event, Line } from '../domain/event.ts';
import { refPrefix } from '../domain/ids.ts';
import type { Settings } from '../domain/settings.ts';
import { freeBranch } from '../io/git/refs.ts';
import { captureDirty } from '../io/git/snapshot.ts';
import { createJournal } from '../io/journal.ts';
import { writeSmall } from '../io/small-file.ts';
import { createRun, type RepositoryState, type RunFolder } from '../io/state.ts';
import type { Ground } from './preflight.ts';

export type Beginning = {
  readonly ground: Ground;
  readonly state: RepositoryState;
  readonly spec: {
    readonly text: string;
    readonly title: string;
    readonly source: string;
    readonly sha256: string;
  };
  readonly settings: Settings;
  /** Whether uncommitted changes are part of the base; those that are not are left out, and the run says so. */
  readonly include: 'dirty' | 'head only';
  readonly version: string;
};

/** Writes the first event of a run: from here on there is a record of it. */
export async function beginRun(beginning: Beginning): Promise<{ folder: RunFolder; first: Line }> {
  const { ground, state, spec, settings, version } = beginning;
  const folder = await createRun(state);
  const base = await baseOf(beginning, folder);
  const started: Event = {
    type: 'run.started',
    run: folder.id,
    spec: { title: spec.title, source: spec.source, sha256: spec.sha256 },
    base: base.commit,
    branch: await freeBranch(ground.git, folder.id),
    dirty: base.dirty,
    settings,
    version,
  };
  await writeSmall(folder.spec, spec.text);
  const journal = await createJournal(folder.journal);
  const first = await journal.append(started);
  await journal.close();
  return { folder, first };
}

async function baseOf(
  { ground, include, state }: Beginning,
  folder: RunFolder,
): Promise<{ commit: string; dirty: 'included' | 'left' | null }> {
  const { git, changes, head } = ground;
  if (changes.total === 0) {
    return { commit: head, dirty: null };
  }
  if (include === 'head only') {
    return { commit: head, dirty: 'left' };
  }
  const captured = await captureDirty(git, {
    ref: `${refPrefix(folder.id)}dirty`,
    message: 'Uncommitted changes at the start of the run',
    scratch: state.dir,
  });
  return { commit: captured?.commit ?? head, dirty: 'included' };
}
