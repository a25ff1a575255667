import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { orchestrate, type Event } from '../../src/index.ts';
import { endpoint, type Answer, type Sent } from '../cli/endpoint.ts';
import { makeRepo } from '../run/repo.ts';

export const call = (name: string, input: unknown = {}): Answer => ({ calls: [{ name, arguments: input }] });
export const calls = (...all: readonly (readonly [name: string, input: unknown])[]): Answer => ({
  calls: all.map(([name, input]) => ({ name, arguments: input })),
});
export const done = call('finish', { outcome: 'done', summary: 'It is done.' });

const CRITERION = 'Everything that the goal asks for is there and works.';
const accepts = call('finish', {
  decision: 'accept',
  reason: 'It fits.',
  criteria: [{ criterion: CRITERION, met: true, evidence: 'the diff' }],
  findings: [],
});

/** How each role's fixed prompt begins. */
const ROLES = [
  ['planner', /^You plan/],
  ['coder', /^You write/],
  ['reviewer', /^You review/],
  ['analyst', /^You answer/],
] as const;
type Role = (typeof ROLES)[number][0];
const roleOf = ({ messages }: Sent): Role =>
  ROLES.find(([, prompt]) => prompt.test(messages[0]?.content ?? ''))?.[0] ?? 'reviewer';

export type Play = {
  readonly files?: Readonly<Record<string, string>>;
  /** What a role says, request by request; a list is worked off. A reviewer without a say accepts. */
  readonly says: Readonly<Partial<Record<Role, readonly Answer[] | ((sent: Sent, n: number) => Answer)>>>;
  readonly agents?: string;
  /** Text of the user's own config.yaml, and other files in that folder. */
  readonly config?: string;
  readonly own?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly spec?: string;
  readonly plan?: boolean;
  /** Prepares the repository beyond its files. */
  readonly before?: (repo: Awaited<ReturnType<typeof makeRepo>>) => Promise<void>;
};

const FILES = { 'check.sh': 'echo "ok 1 - whole"; echo "1..1"\n', 'a.txt': 'one\n' };

/** A whole run against a real endpoint, one checkpoint where nothing else is said; cleared away by itself. */
export async function wholeRun(play: Play) {
  const { files = FILES, says, agents, config, own = {}, env = {}, spec, plan = false, before } = play;
  const repo = await makeRepo({
    ...FILES,
    ...files,
    ...(agents === undefined ? {} : { 'agents.yaml': agents }),
  });
  onTestFinished(repo.remove);
  await before?.(repo);
  const folder = path.join(repo.home, 'config', 'orchestrate');
  for (const [name, text] of Object.entries({
    ...own,
    ...(config === undefined ? {} : { 'config.yaml': config }),
  })) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const asked = new Map<Role, number>();
  const server = await endpoint((sent) => {
    const role = roleOf(sent);
    const n = (asked.get(role) ?? 0) + 1;
    asked.set(role, n);
    const say = says[role] ?? (role === 'reviewer' ? () => accepts : []);
    const answer = typeof say === 'function' ? say(sent, n) : say[n - 1];
    return answer ?? { status: 400, text: `nothing to say for ${role}, request ${String(n)}` };
  });
  onTestFinished(server.close);
  const notices: string[] = [];
  const surroundings = {
    cwd: repo.root,
    env: {
      ...repo.env,
      OPENAI_BASE_URL: server.url,
      OPENAI_API_KEY: 'none',
      OPENAI_MODEL: 'test-model',
      ...env,
    },
  };
  const running = orchestrate({
    ...surroundings,
    spec: spec ?? '# Change\n\nChange it.\n',
    check: 'sh check.sh',
    plan,
    onNotice: (text) => notices.push(text),
  });
  const events: Event[] = [];
  for await (const { event } of running) {
    events.push(event);
  }
  const { exit, report, records } = await running.result;
  const sent = (role: Role): Sent[] => server.requests.filter((request) => roleOf(request) === role);
  return {
    exit,
    report,
    records,
    events,
    notices,
    repo,
    surroundings,
    sent,
    /** Names of the tools in a role's first request. */
    tools: (role: Role): string[] => sent(role)[0]?.tools?.map((t) => t.function.name) ?? [],
    /** What a role was told in its n-th request, last. */
    told: (role: Role, n: number): string => sent(role)[n - 1]?.messages.at(-1)?.content ?? '',
    of: <T extends Event['type']>(type: T) =>
      events.filter((e): e is Extract<Event, { type: T }> => e.type === type),
    git: async (...args: string[]) => repo.git(...args),
    branch: report.branch,
  };
}
