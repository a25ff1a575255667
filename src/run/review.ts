import { createTools } from '../agent/tools/create-tools.ts';
import type { Tool } from '../agent/tool.ts';
import type { Result } from '../agent/result.ts';
import { identified } from '../domain/earlier.ts';
import type { Event } from '../domain/event.ts';
import { measureOf, weighed } from '../domain/measure.ts';
import { accountOf } from '../domain/ids.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Verdict } from '../domain/verdict.ts';
import { reviewBrief } from '../roles/review-brief.ts';
import { reviewer } from '../roles/reviewer.ts';
import { describeCheck } from './check-words.ts';
import { converse } from './converse.ts';
import type { Control, Emit } from './drive.ts';
import { limitFailure, pauseFor } from './provider.ts';
import { foldersOf } from './rules.ts';
import { changeOf } from './review-change.ts';
import { inState } from './start.ts';
import type { World } from './world.ts';

export type Reviewing = Pick<World, 'git' | 'workspaces' | 'talk' | 'roles' | 'rules' | 'logs'>;

/** Asks a reviewer about one commit. No readable verdict is no verdict: it neither accepts nor costs the coder anything. */
export async function review(
  attempt: string,
  run: Run,
  world: Reviewing,
  emit: Emit,
  control: Control,
): Promise<Event> {
  const p = inState(run, attempt, 'reviewing');
  const { commit } = p;
  const ladder = world.roles.reviewer.routes[p.checkpoint.difficulty];
  const alias = p.stronger ?? ladder[Math.min(p.hindered, ladder.length - 1)] ?? ladder[0];
  try {
    const result = await ask(p, run, world, { emit, control, alias });
    if (result.end !== 'finished') {
      return { type: 'review.unavailable', attempt, commit, reason: whyNone(result) };
    }
    const verdict = identified(result.value, attempt, p.reviews);
    const stronger = ladder[ladder.indexOf(alias) + 1];
    const more = stronger === undefined ? {} : { stronger };
    return { type: 'review.given', attempt, commit, verdict, model: alias, ...more };
  } catch (error) {
    const limit = limitFailure(error);
    return limit ? { type: 'attempt.failed', attempt, ...limit, commit: null } : pauseFor(error);
  }
}

type Asking = { readonly emit: Emit; readonly control: Control; readonly alias: string };

async function ask(
  p: At<'reviewing'>,
  run: Run,
  world: Reviewing,
  { emit, control, alias }: Asking,
): Promise<Result<Verdict>> {
  const { prompt, tools, turns } = world.roles.reviewer;
  const { shown, mustOpen, delta, open } = await changeOf(p, world.git);
  const workspace = await world.workspaces.lease('read', p.commit);
  const { root } = workspace;
  const set = await createTools({
    root,
    start: run.settings.start,
    logs: world.logs,
    env: {},
    names: tools(alias),
    readOnly: true,
  });
  const opened = new Set<string>();
  try {
    const agent = reviewer({
      prompt,
      turns,
      tools: set.tools.map((t) => noting(t, opened)),
      measure: measureOf(p),
      open,
      unseen: () => mustOpen.filter((path) => !opened.has(path)),
    });
    const brief = reviewBrief({
      checkpoint: p.checkpoint,
      diff: shown.text,
      changed: p.changed,
      guard: weighed(p),
      words: p.words,
      check: p.check,
      checkLine: describeCheck(p.check),
      baseTests: p.baseTests,
      earlier: p.reviews,
      delta,
      rules: await world.rules(root, foldersOf(p.changed, run.settings.start)),
    });
    const caller = { role: 'reviewer', conversation: conversationOf(p), attempt: p.attempt, alias };
    const account = accountOf(p.checkpoint.id, p.formerly);
    return await converse({ agent, brief, caller, account, emit, control }, world.talk);
  } finally {
    await set.close();
    await workspace.release();
  }
}

const conversationOf = (p: At<'reviewing'>): string =>
  p.consulted === 0 ? `${p.attempt}.reviewer` : `${p.attempt}.reviewer.${String(p.consulted + 1)}`;

/** Remembers which files were opened: what was neither shown nor opened cannot be accepted. */
const noting = (tool: Tool, opened: Set<string>): Tool => ({
  ...tool,
  run: async (input, context) => {
    const result = await tool.run(input, context);
    if (result.ok && tool.spec.name === 'read' && hasPath(input)) {
      opened.add(input.path.replace(/^\.\//, ''));
    }
    return result;
  },
});

const hasPath = (input: unknown): input is { path: string } =>
  typeof input === 'object' && input !== null && 'path' in input && typeof input.path === 'string';

export function whyNone(result: Exclude<Result<Verdict>, { end: 'finished' }>): string {
  switch (result.end) {
    case 'text':
      return 'the reviewer answered in prose';
    case 'unfit':
      return `the verdict could not be used: ${result.problem}`;
    case 'turns':
    case 'stuck':
    case 'overflow':
    case 'truncated':
    case 'refused':
      return result.detail;
  }
}
