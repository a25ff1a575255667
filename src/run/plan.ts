import { failedNames } from '../domain/check.ts';
import type { Event } from '../domain/event.ts';
import type { Plan } from '../domain/plan.ts';
import { route } from '../domain/route.ts';
import type { Run } from '../domain/run.ts';
import type { Result } from '../agent/result.ts';
import { listFiles } from '../io/git/files.ts';
import { planBrief, planner, type Planned } from '../roles/planner.ts';
import { describeCheck } from './check-words.ts';
import { converse } from './converse.ts';
import type { Control, Emit } from './drive.ts';
import { analystTools } from './analyst.ts';
import { planMade } from './plan-made.ts';
import { pauseFor } from './provider.ts';
import type { World } from './world.ts';

type Planning = Pick<World, 'git' | 'workspaces' | 'talk' | 'roles' | 'rules' | 'hands' | 'spec' | 'logs'>;

/** Turns the spec into a plan: by the planner, or as one checkpoint where that was asked for. */
export async function makePlan(run: Run, world: Planning, emit: Emit, control: Control): Promise<Event> {
  if (run.settings.single) {
    return { type: 'plan.made', plan: singlePlan(run, world.spec), by: 'single', edges: [] };
  }
  try {
    return planned(await askPlanner(run, world, emit, control));
  } catch (error) {
    return pauseFor(error);
  }
}

async function askPlanner(run: Run, world: Planning, emit: Emit, control: Control): Promise<Result<Planned>> {
  const { git, workspaces, talk, roles, spec, logs } = world;
  const workspace = await workspaces.lease('read', run.base);
  const asked = run.answers.length;
  const conversation = asked === 0 ? 'planner' : `planner.${String(asked + 1)}`;
  const { prompt, tools, turns, routes } = roles.planner;
  const alias = route(routes, 'hard', 0);
  const cap = run.settings.checkpoints;
  const { start } = run.settings;
  const set = await world.hands({
    role: 'planner',
    names: tools(alias),
    session: { root: workspace.root, start, logs, env: {}, readOnly: true },
    signal: control.signal,
    own: analystTools({ conversation, purpose: run.title, workspace, start, emit, control }, world),
  });
  try {
    const brief = planBrief({
      spec,
      tree: treeText((await listFiles(git, run.base)).map((f) => f.path)),
      rules: await world.rules(workspace.root, [run.settings.start]),
      check: run.settings.check,
      baseline: run.baseline ? describeCheck(run.baseline) : 'not run',
      red: failedNames(run.baseline),
      files: run.settings.files,
      cap,
      answers: run.answers,
      start: run.settings.start,
    });
    const agent = planner({ prompt, tools: set.tools, turns, cap });
    const caller = { role: 'planner', conversation, attempt: null, alias };
    return await converse({ agent, brief, caller, emit, control }, talk);
  } finally {
    await set.close();
    await workspace.release();
  }
}

function planned(result: Result<Planned>): Event {
  switch (result.end) {
    case 'finished':
      return accepted(result.value);
    case 'unfit':
      return { type: 'plan.failed', reason: result.problem, raw: result.raw };
    case 'text':
      return { type: 'plan.failed', reason: 'the planner gave no plan, only text', raw: result.text };
    case 'turns':
    case 'stuck':
    case 'overflow':
    case 'truncated':
    case 'refused':
      return { type: 'plan.failed', reason: `the planner gave no plan: ${result.detail}`, raw: '' };
  }
}

function accepted(value: Planned): Event {
  switch (value.kind) {
    case 'nothing_to_do':
      return { type: 'plan.empty', reason: value.reason };
    case 'question':
      return { type: 'plan.asked', question: value.question };
    case 'plan':
      return planMade(value.plan, 'planner');
  }
}

/** The whole spec as one checkpoint: its own words are the goal and the measure. */
function singlePlan(run: Run, spec: string): Plan {
  return {
    requirements: [{ id: 'R1', text: run.title }],
    checkpoints: [
      {
        id: 'c1',
        title: run.title.slice(0, 120),
        goal: spec,
        acceptance: ['Everything that the goal asks for is there and works.'],
        after: [],
        files: [...run.settings.files],
        covers: ['R1'],
        difficulty: 'medium',
      },
    ],
  };
}

const MOST_PATHS = 400;

/** Every tracked path; in a large repository the folders with how much lies in each. */
function treeText(paths: readonly string[]): string {
  if (paths.length <= MOST_PATHS) {
    return paths.join('\n');
  }
  const folders = new Map<string, number>();
  for (const path of paths) {
    const folder = path.split('/').slice(0, -1).slice(0, 3).join('/') || '.';
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const rows = [...folders].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const shown = rows.slice(0, MOST_PATHS).map(([folder, n]) => `${folder}/ (${String(n)} files)`);
  const left = rows.length - shown.length;
  return [...shown, ...(left > 0 ? [`… and ${String(left)} more folders`] : [])].join('\n');
}
