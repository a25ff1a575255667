import type { ToolSet } from '../agent/tools/create-tools.ts';
import type { Result } from '../agent/result.ts';
import type { Event, Failure } from '../domain/event.ts';
import { protection } from '../domain/guard/protected.ts';
import { accountOf } from '../domain/ids.ts';
import type { At, Progress } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import { codeBrief, coder, type Coded } from '../roles/coder.ts';
import { redStill } from './check-words.ts';
import { converse } from './converse.ts';
import type { Control, Emit } from './drive.ts';
import { keep } from './keep.ts';
import { limitFailure, pauseFor } from './provider.ts';
import { foldersOf } from './rules.ts';
import { inState } from './start.ts';
import { toolCalled } from './tool-called.ts';
import type { Workspace } from './workspace.ts';
import type { World } from './world.ts';

type Coding = Pick<World, 'git' | 'workspaces' | 'talk' | 'roles' | 'rules' | 'hands' | 'logs'>;

/** Lets a coder work in its workspace and takes what lies there when it is done, whatever it says of it. */
export async function code(
  attempt: string,
  run: Run,
  world: Coding,
  emit: Emit,
  control: Control,
): Promise<Event> {
  const p = inState(run, attempt, 'coding');
  const opened = await world.workspaces.coder(p, control.signal);
  if (opened.kind === 'lost') {
    return fail(attempt, 'workspace', opened.detail, null);
  }
  if (opened.kind === 'not_ready') {
    return fail(attempt, 'environment', opened.detail, null);
  }
  const { workspace } = opened;
  const set = await handsOf(p, run, world, { workspace, signal: control.signal });
  try {
    const result = await talk(p, run, world, { workspace, set, emit, control });
    return await taken(result, p, run, { ...world, workspace, notes: set.notes() });
  } catch (error) {
    const limit = limitFailure(error);
    if (limit) {
      const { taken: work } = await keep(p, run, world, workspace, limit.detail);
      return fail(attempt, limit.failure, limit.detail, work?.commit ?? null);
    }
    return pauseFor(error);
  } finally {
    for (const record of await set.close()) {
      await emit(toolCalled(conversationOf(p), record));
    }
  }
}

const conversationOf = ({ attempt }: At<'coding'>) => ({ conversation: `${attempt}.coder`, attempt });

const handsOf = async (
  p: At<'coding'>,
  run: Run,
  { hands, roles, logs }: Coding,
  { workspace, signal }: { readonly workspace: Workspace; readonly signal: AbortSignal },
): Promise<ToolSet> =>
  hands({
    role: 'coder',
    names: roles.coder.tools(p.model),
    session: {
      root: workspace.root,
      start: run.settings.start,
      logs: `${logs}/${p.attempt}`,
      env: workspace.env,
      ...(workspace.wraps ? { wrap: workspace.wraps.code } : {}),
      isProtected: protection(run.settings),
    },
    signal,
  });

type Talking = {
  readonly workspace: Workspace;
  readonly set: ToolSet;
  readonly emit: Emit;
  readonly control: Control;
};

async function talk(
  p: At<'coding'>,
  run: Run,
  { talk: conversing, roles, rules }: Coding,
  { workspace, set, emit, control }: Talking,
): Promise<Result<Coded>> {
  const { prompt, turns } = roles.coder;
  const brief = codeBrief({
    checkpoint: p.checkpoint,
    check: run.settings.check,
    red: redStill(run),
    rules: await rules(workspace.root, foldersOf(p.checkpoint.files, run.settings.start)),
    parents: parentsOf(p, run.progress),
    notes: p.notes,
    words: p.words.slice(0, p.briefed),
    begun: p.from !== p.base,
    protect: run.settings.protect,
    start: run.settings.start,
  });
  const agent = coder({ prompt, tools: set.tools, turns });
  const caller = {
    role: 'coder',
    ...conversationOf(p),
    alias: p.model,
  };
  const words = () => control.words(p.attempt);
  const account = accountOf(p.checkpoint.id, p.formerly);
  return converse({ agent, brief, caller, account, emit, control, words }, conversing);
}

const parentsOf = (p: Progress, all: readonly Progress[]) =>
  all
    .filter((q) => p.checkpoint.after.includes(q.checkpoint.id))
    .map((q) => ({ id: q.checkpoint.id, title: q.checkpoint.title, summary: q.claim }));

type Taking = Pick<Coding, 'git'> & { readonly workspace: Workspace; readonly notes: readonly string[] };

/** What the end of the conversation means for the work that lies there. */
async function taken(
  result: Result<Coded>,
  p: At<'coding'>,
  run: Run,
  { git, workspace, notes }: Taking,
): Promise<Event> {
  const { attempt } = p;
  const said = wordsOf(result);
  const { taken: work, left } = await keep(p, run, { git }, workspace, said);
  if (result.end === 'finished' && result.value.outcome === 'question') {
    const commit = work?.commit ?? null;
    return { type: 'attempt.asked', attempt, question: result.value.question, commit };
  }
  if (result.end === 'finished' && result.value.outcome === 'impossible') {
    return fail(attempt, 'impossible', said, work?.commit ?? null);
  }
  if (result.end === 'finished' || result.end === 'text') {
    const nothing = result.end === 'finished' && result.value.outcome === 'nothing_to_do';
    if (!work && !nothing) {
      return fail(attempt, 'no_change', `${NO_CHANGE} ${left}The coder said: ${said}`, null);
    }
    const changed = work?.changes.map((c) => c.path) ?? [];
    const commit = work?.commit ?? p.base;
    return { type: 'attempt.submitted', attempt, commit, changed, summary: said, notes: [...notes] };
  }
  return fail(attempt, result.end === 'unfit' ? 'stuck' : result.end, said, work?.commit ?? null);
}

const NO_CHANGE =
  'Nothing that git tracks differs from the base, so there is nothing to check. Ignored files are not taken.';

function wordsOf(result: Result<Coded>): string {
  switch (result.end) {
    case 'finished':
      return 'summary' in result.value
        ? result.value.summary
        : 'reason' in result.value
          ? result.value.reason
          : result.value.question;
    case 'text':
      return result.text;
    case 'unfit':
      return result.problem;
    case 'turns':
    case 'stuck':
    case 'overflow':
    case 'truncated':
    case 'refused':
      return result.detail;
  }
}

const fail = (attempt: string, failure: Failure, detail: string, commit: string | null): Event => ({
  type: 'attempt.failed',
  attempt,
  failure,
  detail,
  commit,
});
