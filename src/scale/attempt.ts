import { Stopped } from '../agent/loop.ts';
import type { Permit } from '../agent/permit.ts';
import { permitBy, permitByAll, type PermitOptions } from '../agent/policy/permit-by.ts';
import { fold } from '../domain/apply.ts';
import type { Event } from '../domain/event.ts';
import { redactor } from '../domain/redaction/redactor.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { snapshot } from '../io/git/snapshot.ts';
import { secretTags } from '../io/redaction-key.ts';
import { writeSmall } from '../io/small-file.ts';
import { readTranscript } from '../io/transcript.ts';
import { Accounts } from '../run/accounts.ts';
import type { Control } from '../run/drive.ts';
import { memoryFile } from '../run/memory.ts';
import { performer } from '../run/perform.ts';
import { worldOf, type Surroundings } from '../run/session.ts';
import { inState } from '../run/start.ts';
import type { World } from '../run/world.ts';
import { Coalescer } from './coalesce.ts';
import { refuseForbidden } from './forbidden.ts';
import type { Job } from './job.ts';
import { withoutOwnKeys } from './own-keys.ts';
import type { Said } from './said.ts';
import type { Sheet } from './task.ts';

/** What is the worker's own to say: where things lie, the models with its keys, its surroundings and what confines them. */
export type Own = Pick<
  Surroundings,
  'git' | 'state' | 'folder' | 'models' | 'provided' | 'env' | 'fixed' | 'confine' | 'secrets'
> & {
  readonly sandbox: Run['settings']['sandbox'];
  readonly permit: PermitOptions;
};

export type Attempt = {
  readonly job: Pick<Job, 'attempt' | 'work'>;
  readonly events: readonly Event[];
  readonly sheet: Sheet;
  readonly own: Own;
  readonly say: (said: Said) => void;
};

/** Does one piece of work as the coordinator itself would, in the process that is there for it alone. */
export async function carryOut({ job, events, sheet, own, say }: Attempt, control: Control): Promise<Event> {
  const { attempt, work } = job;
  const run = onThisMachine(fold(events), own);
  await refuseForbidden(job, run, permitBy(own.permit));
  await writeSmall(memoryFile(own.state), sheet.memory);
  const pieces = new Coalescer(say);
  const world = worldOf(
    {
      ...own,
      permit: permitOf(sheet, own),
      redactor: redactor({ known: own.secrets, tag: await secretTags(own.state) }),
      git: signedBy(own.git, sheet.author),
      roles: rolesOf(sheet),
      spec: '',
      summarizer: sheet.summarizer,
      onDelta: (caller, { kind, text }) => pieces.add({ say: 'delta', ...caller, kind, text }),
      onWait: (caller, wait) => say({ say: 'wait', ...caller, ...wait }),
      onNotice: (text) => say({ say: 'notice', text }),
    },
    run,
    new Accounts(events),
  );
  let calls = 0;
  const emit = async (event: Event): Promise<void> => {
    pieces.flush();
    say({ say: 'call', index: calls++, event });
    return Promise.resolve();
  };
  try {
    const event = await performer(world)({ do: work, attempt }, run, emit, control);
    return work === 'code' ? await handedIn(event, run, own) : event;
  } catch (error) {
    if (work === 'code' && (error instanceof Stopped || control.stopping.aborted)) {
      return handedIn(await soFar(attempt, run, world, own), run, own);
    }
    throw error;
  }
}

async function handedIn(event: Event, run: Run, { git, secrets }: Own): Promise<Event> {
  const base = 'attempt' in event && event.attempt !== null ? inState(run, event.attempt, 'coding').base : '';
  return withoutOwnKeys(event, { git, base, secrets });
}

/** Nobody is there to be asked, and neither side can allow what the other one does not. */
export const permitOf = (sheet: Pick<Sheet, 'permit'>, own: Pick<Own, 'permit'>): Permit =>
  permitByAll([permitBy(own.permit), permitBy(sheet.permit)]);

/** One working copy for each place, and what confines commands is the worker's to say. */
const onThisMachine = (run: Run, { sandbox }: Pick<Own, 'sandbox'>): Run => ({
  ...run,
  settings: { ...run.settings, sandbox },
  progress: run.progress.map((p) => (p.at === 'coding' ? { ...p, slot: 0 } : p)),
});

const signedBy = (git: Git, { name, email }: Sheet['author']): Git => ({
  ...git,
  identity: { name, email, fallback: false },
  environment: {
    ...git.environment,
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  },
});

function rolesOf({ prompt, turns, tools }: Sheet): World['roles'] {
  const [first = ''] = Object.keys(tools);
  const alone = {
    prompt,
    turns,
    tools: (alias: string) => tools[alias] ?? [],
    routes: { easy: [first], medium: [first], hard: [first] },
  } as const;
  return { planner: alone, coder: alone, reviewer: alone };
}

/** The work of a coder who was stopped: the next attempt goes on from it, wherever that is made. */
async function soFar(attempt: string, run: Run, { git, workspaces }: World, own: Own): Promise<Event> {
  const p = inState(run, attempt, 'coding');
  const begun = await readTranscript(`${own.folder.transcripts}/${attempt}.coder.jsonl`);
  const opened = begun.length > 0 ? await workspaces.coder(p, new AbortController().signal) : undefined;
  const work =
    opened?.kind === 'open'
      ? await snapshot(git, opened.workspace.tree, {
          base: p.base,
          message: `${p.checkpoint.title}\n\nStopped in the midst of it.`,
          trailers: { 'Orchestrate-Run': run.id, Checkpoint: p.checkpoint.id, Attempt: attempt },
          leave: run.settings.keep,
        })
      : null;
  const detail = 'It was stopped on request while another machine worked on it; the files are kept.';
  return { type: 'attempt.failed', attempt, failure: 'workspace', detail, commit: work?.commit ?? null };
}
