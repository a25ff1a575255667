import { afterAll, expect } from 'vitest';
import { makeRepo } from '../run/repo.ts';
import { leavingAlone } from './checkout.ts';
import { endpoint, roleOf, type Answer, type Sent } from './endpoint.ts';
import { orchestrate } from './program.ts';

const opened: (() => unknown)[] = [];
afterAll(async () => {
  await Promise.all(opened.toReversed().map(async (close) => close()));
});

/** To be called once the tests of a file are over: several of them run at a time. */
export const closing = (close: () => unknown): void => {
  opened.push(close);
};

export const call = (name: string, args: unknown = {}): Answer => ({ calls: [{ name, arguments: args }] });
export const finish = (args: unknown): Answer => call('finish', args);
export const says = (text: string): Answer => ({ text });

export const CRITERION = 'it is as the goal says';

/** A checkpoint `c1` with a plan's fields; `more` replaces some. */
export const checkpoint = (id: string, more: object = {}) => ({
  id,
  title: `Change for ${id}`,
  goal: `Do what ${id} is about.`,
  acceptance: [CRITERION],
  files: [],
  covers: ['R1'],
  difficulty: 'easy',
  ...more,
});
export const plans = (...checkpoints: readonly object[]): Answer =>
  finish({ requirements: [{ id: 'R1', text: 'all of it' }], checkpoints });

export const writes = (file: string, content: string): Answer => call('write', { path: file, content });
export const bash = (command: string): Answer => call('bash', { command });
export const done = (summary = 'It is done.'): Answer => finish({ outcome: 'done', summary });

export const accepts = (more: object = {}): Answer =>
  finish({
    decision: 'accept',
    reason: 'It fits.',
    criteria: [{ criterion: CRITERION, met: true, evidence: 'the diff' }],
    findings: [],
    ...more,
  });
export const sendsBack = (decision: 'revise' | 'reject', reason: string): Answer =>
  finish({
    decision,
    reason,
    criteria: [{ criterion: CRITERION, met: false, evidence: reason }],
    findings: [],
  });

/** Answers in their order, or by what is asked. */
export type Answers = readonly Answer[] | ((sent: Sent, n: number) => Answer | Promise<Answer>);

/** By role, or by role and checkpoint: `coder`, `coder c2`. A reviewer without a script accepts. */
export type Script = Readonly<Record<string, Answers>>;

/** Small, quick, and with a check that says what it did. */
export const FILES = {
  'check.sh':
    'set -e\ntest ! -e broken || { echo "not ok 1 - whole"; exit 1; }\necho "ok 1 - whole"; echo "1..1"\n',
  'a.txt': 'one\n',
  'b.txt': 'two\n',
};

export type Stage = {
  readonly files?: Readonly<Record<string, string>>;
  /** Text of `spec.md`; null writes none. */
  readonly spec?: string | null;
  readonly script?: Script;
};

/** A repository, a model server that follows a script, and the program to run between them; cleared away by itself. */
export async function scene({
  files = FILES,
  spec = '# Change\n\n1. Change it.\n',
  script = {},
}: Stage = {}) {
  const repo = await makeRepo(files);
  closing(repo.remove);
  if (spec !== null) {
    await repo.write('spec.md', spec);
  }
  const server = await endpoint(follow(script));
  closing(server.close);
  const env = {
    ...repo.env,
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: 'none',
    OPENAI_MODEL: 'test-model',
  };
  const run = async (args: readonly string[], more: Running = {}) => {
    const work = async () =>
      orchestrate(args, {
        cwd: more.cwd ?? repo.root,
        env: { ...env, ...more.env },
        ...(more.input === undefined ? {} : { input: more.input }),
      });
    return more.changes === true || CHANGING.has(args[0] ?? '') ? work() : leavingAlone(repo.root, work);
  };
  const branch = async (): Promise<string> =>
    repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/orchestrate/');
  return {
    repo,
    server,
    env,
    /** Runs the program, which must leave the user's checkout alone; `more` are variables, another folder, its stdin. */
    run,
    /** Folder of the newest run's records, as the program tells it. */
    records: async () => /^records: (\S+)/m.exec((await run(['status'])).stdout)?.[1] ?? '',
    /** What a role was sent, request by request. */
    sent: (role: ReturnType<typeof roleOf>) => server.requests.filter((sent) => roleOf(sent) === role),
    branch: async (file: string) => repo.git('show', `${await branch()}:${file}`),
    /** Names of the files on the run's branch. */
    files: async () => (await repo.git('ls-tree', '-r', '--name-only', await branch())).split('\n'),
  };
}
export type Scene = Awaited<ReturnType<typeof scene>>;
export type Running = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** Something else changes the checkout meanwhile. */
  readonly changes?: true;
};

/** Commands that are for changing the checkout. */
const CHANGING = new Set(['apply', 'init']);

function follow(script: Script): (sent: Sent) => Promise<Answer> {
  const asked = new Map<string, number>();
  return async (sent) => {
    const role = roleOf(sent);
    const id = /^# (c\d+):/m.exec(sent.messages[1]?.content ?? '')?.[1] ?? '';
    const key = `${role} ${id}` in script ? `${role} ${id}` : role;
    const answers = script[key] ?? (role === 'reviewer' ? () => accepts() : []);
    const n = (asked.get(key) ?? 0) + 1;
    asked.set(key, n);
    const answer = typeof answers === 'function' ? await answers(sent, n) : answers[n - 1];
    return answer ?? { status: 400, text: `the script has no answer ${String(n)} for ${key}` };
  };
}

type Exited = {
  readonly exit?: number | null | undefined;
  readonly stderr: string;
  readonly stdout?: string;
};

/** Expects an exit code, and shows what the program said last where it is another. */
export function expectExit({ exit, stderr, stdout = '' }: Exited, wanted: number): void {
  const said = exit === wanted ? '' : `\n${stderr}\n${stdout.trimEnd().split('\n').at(-1) ?? ''}`;
  expect(`exit ${String(exit)}${said}`).toBe(`exit ${String(wanted)}`);
}

/** Its exit code, and what it says on either stream. */
export function expectSaid(ran: Exited | undefined, wanted: number, words: RegExp): void {
  expectExit(ran ?? { exit: -1, stderr: 'it did not run' }, wanted);
  expect(`${ran?.stderr ?? ''}\n${ran?.stdout ?? ''}`).toMatch(words);
}
