import { createTools } from '../agent/tools/create-tools.ts';
import type { Event } from '../domain/event.ts';
import { missing } from '../domain/missing.ts';
import { parsePatch } from '../domain/patch/parse.ts';
import { presentable } from '../domain/patch/presentable.ts';
import { route } from '../domain/route.ts';
import type { Run } from '../domain/run.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { Result } from '../agent/result.ts';
import { diff } from '../io/git/diff.ts';
import { wholeBrief, wholeReviewer } from '../roles/whole.ts';
import { describeCheck } from './check-words.ts';
import { converse } from './converse.ts';
import type { Control, Emit } from './drive.ts';
import { pauseFor } from './provider.ts';
import type { Reviewing } from './ask-reviewer.ts';
import { whyNone } from './review.ts';

/** Characters of diff that are shown at once; the rest is named, and can be opened. */
const DIFF_BUDGET = 120_000;

/**
 * A last look over everything that landed. What cannot be had here holds nobody up: each part was accepted by itself, and
 * the report says that the whole was not looked over.
 */
export async function reviewWhole(
  run: Run,
  world: Reviewing & { readonly spec: string },
  emit: Emit,
  control: Control,
): Promise<Event> {
  const model = route(world.roles.reviewer.routes, 'hard', 0);
  const event = { type: 'run.reviewed' as const, commit: run.head, model };
  const none = (detail: string): Event => ({ ...event, verdict: null, checkpoints: [], detail });
  try {
    const result = await ask(run, world, model, { emit, control });
    if (result.end !== 'finished') {
      return none(whyNone(result));
    }
    const verdict = result.value;
    const taken = run.progress.map((p) => p.checkpoint.id);
    const checkpoints = missing(verdict, { requirements: run.requirements, taken });
    return { ...event, verdict, checkpoints, detail: verdict.reason };
  } catch (error) {
    const stop = pauseFor(error);
    return none('detail' in stop ? stop.detail : 'no verdict could be had');
  }
}

async function ask(
  run: Run,
  world: Reviewing & { readonly spec: string },
  alias: string,
  { emit, control }: { readonly emit: Emit; readonly control: Control },
): Promise<Result<Verdict>> {
  const { prompt, tools, turns } = world.roles.reviewer;
  const workspace = await world.workspaces.lease('read', run.head);
  const set = await createTools({
    root: workspace.root,
    start: run.settings.start,
    logs: world.logs,
    env: {},
    names: tools(alias),
    readOnly: true,
  });
  try {
    const text = await diff(world.git, { base: run.base, commit: run.head });
    const brief = wholeBrief({
      spec: world.spec,
      requirements: run.requirements,
      landed: run.progress.flatMap(({ at, checkpoint: { id, title } }) =>
        at === 'landed' ? [`- ${id}: ${title}`] : [],
      ),
      check: run.final ? describeCheck(run.final) : 'not run',
      diff: presentable(parsePatch(text), { budget: DIFF_BUDGET }).text,
    });
    const caller = { role: 'reviewer', conversation: 'final.reviewer', attempt: null, alias };
    const agent = wholeReviewer({ prompt, turns, tools: set.tools });
    return await converse({ agent, brief, caller, emit, control }, world.talk);
  } finally {
    await set.close();
    await workspace.release();
  }
}
