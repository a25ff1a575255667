import { failedNames } from '../domain/check.ts';
import { route } from '../domain/route.ts';
import type { Run } from '../domain/run.ts';
import type { Result } from '../agent/result.ts';
import { listFiles } from '../io/git/files.ts';
import { planBrief, planner, type Planned, type PlannerInput } from '../roles/planner.ts';
import { analystTools } from './analyst.ts';
import { describeCheck } from './check-words.ts';
import { converse } from './converse.ts';
import type { Control, Emit } from './drive.ts';
import type { World } from './world.ts';

export type Planning = Pick<
  World,
  'git' | 'workspaces' | 'talk' | 'roles' | 'rules' | 'hands' | 'spec' | 'logs'
>;

type Asking = {
  readonly conversation: string;
  /** What the planner reads. */
  readonly commit: string;
  readonly emit: Emit;
  readonly control: Control;
  /** What is left of an earlier plan, in words; absent for the first one. */
  readonly left?: string;
  readonly stands?: PlannerInput['stands'];
  readonly retries?: Parameters<typeof converse>[0]['retries'];
};

/** Has a planner look into the repository and hand in what it makes of the spec. */
export async function askPlanner(
  run: Run,
  world: Planning,
  { conversation, commit, emit, control, left, stands, retries }: Asking,
): Promise<Result<Planned>> {
  const { git, workspaces, talk, roles, spec, logs } = world;
  const workspace = await workspaces.lease('read', commit);
  const { prompt, tools, turns, routes } = roles.planner;
  const alias = route(routes, 'hard', 0);
  const { start, check, files, checkpoints: cap } = run.settings;
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
      tree: treeText((await listFiles(git, commit)).map((f) => f.path)),
      rules: await world.rules(workspace.root, [start]),
      check,
      baseline: run.baseline ? describeCheck(run.baseline) : 'not run',
      red: failedNames(run.baseline),
      files,
      cap,
      answers: run.answers,
      declined: run.declined,
      start,
      ...(left === undefined ? {} : { left }),
    });
    const agent = planner({ prompt, tools: set.tools, turns, cap, ...(stands ? { stands } : {}) });
    const caller = { role: 'planner', conversation, attempt: null, alias };
    const words = () => control.words(null);
    return await converse(
      { agent, brief, caller, emit, control, words, ...(retries ? { retries } : {}) },
      talk,
    );
  } finally {
    await set.close();
    await workspace.release();
  }
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
