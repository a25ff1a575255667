import { createTools } from '../agent/tools/create-tools.ts';
import type { Result } from '../agent/result.ts';
import type { Tool } from '../agent/tool.ts';
import { ownRounds } from '../domain/earlier.ts';
import { matcher } from '../domain/glob.ts';
import { accountOf } from '../domain/ids.ts';
import { measureOf, weighed } from '../domain/measure.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Verdict } from '../domain/verdict.ts';
import { reviewBrief } from '../roles/review-brief.ts';
import { reviewer } from '../roles/reviewer.ts';
import { describeCheck } from './check-words.ts';
import { converse } from './converse.ts';
import type { Control, Emit } from './drive.ts';
import { changeOf } from './review-change.ts';
import { foldersOf } from './rules.ts';
import type { FurtherReviewer, RoleSetup, World } from './world.ts';

export type Reviewing = Pick<World, 'git' | 'workspaces' | 'talk' | 'roles' | 'rules' | 'logs'>;

export type Session = {
  readonly p: At<'reviewing'>;
  readonly run: Run;
  readonly world: Reviewing;
  readonly emit: Emit;
  readonly control: Control;
};

export type Seat = RoleSetup & {
  readonly name: string;
  readonly alias: string;
  /** Of a further reviewer: what it is asked about. The acceptance criteria are the first one's to answer for. */
  readonly own: FurtherReviewer | undefined;
};

/** Holds one reviewer's conversation about the commit in hand. */
export async function askReviewer(
  { p, run, world, emit, control }: Session,
  seat: Seat,
): Promise<Result<Verdict>> {
  const { prompt, tools, turns, name, alias, own } = seat;
  const reviews = ownRounds(p.reviews, own?.name);
  const { shown, mustOpen, delta, open } = await changeOf({ ...p, reviews }, world.git);
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
  const toOpen = own && own.when.length > 0 ? mustOpen.filter(matcher(own.when)) : mustOpen;
  try {
    const agent = reviewer({
      prompt,
      turns,
      tools: set.tools.map((t) => noting(t, opened)),
      measure: own ? { acceptance: [], changed: p.changed } : measureOf(p),
      open,
      unseen: () => toOpen.filter((path) => !opened.has(path)),
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
      earlier: reviews,
      delta,
      rules: await world.rules(root, foldersOf(p.changed, run.settings.start)),
    });
    const caller = { role: name, conversation: conversationOf(p, name), attempt: p.attempt, alias };
    const account = accountOf(p.checkpoint.id, p.formerly);
    return await converse({ agent, brief, caller, account, emit, control }, world.talk);
  } finally {
    await set.close();
    await workspace.release();
  }
}

const conversationOf = (p: At<'reviewing'>, role: string): string =>
  p.consulted === 0 ? `${p.attempt}.${role}` : `${p.attempt}.${role}.${String(p.consulted + 1)}`;

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
