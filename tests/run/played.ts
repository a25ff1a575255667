import { onTestFinished } from 'vitest';
import { orchestrate, type Event } from '../../src/index.ts';
import type { Checkpoint } from '../../src/domain/plan.ts';
import type { Caller, Models } from '../../src/run/models.ts';
import { serve, type Session } from '../specs/session.ts';
import { makeRepo } from './repo.ts';

export type Play = {
  readonly files: Readonly<Record<string, string>>;
  /** What the models say, by conversation; or models of another making. */
  readonly session?: Session;
  readonly models?: Models;
  readonly spec?: string;
  readonly check: string | readonly string[];
  readonly parallel?: number;
  readonly plan?: boolean;
  /** `external` where commands reach what lies beside the repository, or hold in no sandbox either. */
  readonly sandbox?: 'external';
};

/** A whole run in a repository of its own, with models that say what the session holds; cleared away by itself. */
export async function played({ files, session = {}, models, spec, ...flags }: Play) {
  const repo = await makeRepo(files);
  onTestFinished(repo.remove);
  const served = serve(session);
  const notices: string[] = [];
  const running = orchestrate({
    cwd: repo.root,
    env: repo.env,
    models: models ?? ((caller: Caller) => served.models(caller)),
    spec: spec ?? '# Change\n\n1. Change it.\n',
    onNotice: (text) => notices.push(text),
    ...flags,
  });
  const events: Event[] = [];
  for await (const { event } of running) {
    events.push(event);
  }
  const { report, exit } = await running.result;
  return {
    exit,
    report,
    events,
    notices,
    left: served.left,
    git: repo.git,
    root: repo.root,
    of: <T extends Event['type']>(type: T) =>
      events.filter((e): e is Extract<Event, { type: T }> => e.type === type),
    /** The last message that a conversation was sent. */
    answered: (conversation: string): string => {
      const last = served.requests(conversation).at(-1)?.messages.at(-1);
      return last && 'text' in last ? last.text : '';
    },
    /** The brief that a conversation began with. */
    brief: (conversation: string, request = -1): string => {
      const message = served.requests(conversation).at(request)?.messages[1];
      return message && 'text' in message ? message.text : '';
    },
    /** A file on the run's branch. */
    file: async (name: string) => repo.git('show', `${report.branch}:${name}`),
  };
}
export type Played = Awaited<ReturnType<typeof played>>;

/** A checkpoint with every field filled in. */
export const point = (id: string, more: Partial<Checkpoint> = {}) => ({
  id,
  title: `Change ${id}`,
  goal: `Do what ${id} is about.`,
  acceptance: ['it holds'],
  after: [],
  files: [],
  covers: ['R1'],
  difficulty: 'easy' as const,
  ...more,
});
