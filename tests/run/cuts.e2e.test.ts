import { expect, test } from 'vitest';
import { endpoint, roleOf, type Answer, type Sent } from '../cli/endpoint.ts';
import { orchestrate } from '../cli/program.ts';
import { makeRepo } from './repo.ts';

/**
 * The same run, killed right after an event of each kind or in the midst of a step and resumed, must end in the same tree,
 * and no reply may be paid for twice but the one in flight. The model answers by what it is sent, so that a repeated
 * question shows. Every kind of moment after every kind of event is tried by `node bench/kills.mjs`.
 */
const FILES = {
  'check.sh': 'set -e\ngrep -q one a.txt || { echo "not ok 1 - a"; exit 1; }\necho "ok 1 - a"; echo "1..1"\n',
  'a.txt': 'one\n',
  'b.txt': 'b\n',
};
const plan = {
  requirements: [{ id: 'R1', text: 'both' }],
  checkpoints: ['a', 'b'].map((name, i) => ({
    id: `c${String(i + 1)}`,
    title: `Change ${name}`,
    goal: `Add a line to ${name}.txt`,
    acceptance: ['the line is there'],
    files: [`${name}.txt`],
    covers: ['R1'],
    difficulty: 'easy',
  })),
};
const call = (name: string, args: unknown): Answer => ({ calls: [{ name, arguments: args }] });

/**
 * What one run is answered. The second change waits until the first is tried again: both then begin at the same commit, so
 * that one of them is always rebased, and the first one's check is over before anything else happens.
 */
function story(): (sent: Sent) => Promise<Answer> {
  let triedAgain: () => void = () => undefined;
  const again = new Promise<void>((resolve) => {
    triedAgain = resolve;
  });
  return async (sent) => {
    const brief = sent.messages[1]?.content ?? '';
    if (roleOf(sent) === 'coder') {
      const first = brief.includes('# c1');
      if (first && brief.includes('Earlier attempts')) {
        triedAgain();
      }
      await (first ? undefined : again);
    }
    return answer(sent);
  };
}

function answer(sent: Sent): Answer {
  const replies = sent.messages.filter((m) => m.role === 'assistant').length;
  switch (roleOf(sent)) {
    case 'planner':
      return replies === 0 ? call('list', {}) : call('finish', plan);
    case 'reviewer':
      return call('finish', {
        decision: 'accept',
        reason: '',
        criteria: [{ criterion: 'the line is there', met: true, evidence: 'diff' }],
        findings: [],
      });
    case 'coder':
      return coder(sent, replies);
  }
}

/** The first attempt at c1 breaks the check; the second one mends it. */
function coder(sent: Sent, replies: number): Answer {
  const brief = sent.messages[1]?.content ?? '';
  const name = brief.includes('# c1') ? 'a' : 'b';
  const again = brief.includes('Earlier attempts');
  const { content: last } = sent.messages.at(-1) ?? { content: null };
  if (replies === 0 || last?.startsWith('Interrupted') === true) {
    const content = name === 'a' && !again ? 'broken\n' : `${name === 'a' ? 'one' : 'b'}\nmore\n`;
    return call('write', { path: `${name}.txt`, content });
  }
  return call('finish', { outcome: 'done', summary: `changed ${name}` });
}

async function prepared() {
  const repo = await makeRepo(FILES);
  await repo.write('spec.md', '# Both\n\n1. Change a.txt and b.txt.\n');
  const server = await endpoint(story());
  const env = {
    ...repo.env,
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: 'none',
    OPENAI_MODEL: 'test-model',
  };
  const args = ['spec.md', '--check', 'sh check.sh', '--parallel', '2', '--json'];
  return {
    repo,
    requests: server.requests,
    start: async (more: Record<string, string> = {}) =>
      orchestrate(args, { cwd: repo.root, env: { ...env, ...more } }),
    resume: async () => orchestrate(['resume', '--json'], { cwd: repo.root, env }),
    close: async () => Promise.all([repo.remove(), server.close()]),
  };
}
type Repo = Awaited<ReturnType<typeof makeRepo>>;

const treeOf = async (repo: Repo): Promise<string> => {
  const [branch = ''] = (
    await repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/orchestrate/')
  ).split('\n');
  return repo.git('rev-parse', `${branch}^{tree}`);
};

/** In the midst of a tool call, a file, a check, a line of a record, the plan on disk, a rebase, a ref's move, a reset. */
const MIDST = [
  'tool.begun:2',
  'tool.ended:2',
  'file.staged',
  'command.begun:2',
  'command.ended@attempt.submitted',
  'line.half:12',
  'write.plan.yaml',
  'git.merge-tree.ended',
  'git.update-ref.begun:2',
  'git.update-ref.ended:2',
  'git.read-tree.begun:3',
];

/** What the run that nobody kills comes to. */
async function unkilled() {
  const { repo, requests, start, close } = await prepared();
  const ran = await start();
  expect(ran.exit, ran.stderr).toBe(0);
  const tree = await treeOf(repo);
  await close();
  const times = new Map<string, number>();
  for (const { type } of ran.records.slice(0, -1)) {
    times.set(type, (times.get(type) ?? 0) + 1);
  }
  // In the middle of each kind, not always at its first.
  const events = [...times].map(([type, n]) => `event.${type}:${String(Math.ceil(n / 2))}`);
  return { tree, events, calls: requests.length };
}

async function converges(cuts: readonly string[], whole: Awaited<ReturnType<typeof unkilled>>) {
  let again = 0;
  const cut = async (at: string): Promise<void> => {
    const { repo, requests, start, resume, close } = await prepared();
    const ran = await start({ ORCHESTRATE_KILL_AT: at });
    const told = `killed at ${at}: `;
    expect(ran.signal, told + ran.stderr).toBe('SIGKILL');
    const resumed = await resume();
    expect(resumed.exit, told + resumed.stderr).toBe(0);
    expect(await treeOf(repo), told).toBe(whole.tree);
    expect(await repo.git('status', '--porcelain'), told).toBe('?? spec.md');
    again += requests.length - whole.calls;
    await close();
  };
  const left = [...cuts];
  const lane = async (): Promise<void> => {
    for (let at = left.shift(); at !== undefined; at = left.shift()) {
      await cut(at);
    }
  };
  await Promise.all([lane(), lane()]);
  return { again };
}

/** Two coders at most were asked something at the moment of a kill, or have to look at what ran in part. */
const atMost = (cuts: number): number => 2 * cuts;

test('killed after any kind of event and resumed, a run ends in the same tree and pays for no reply twice', async () => {
  const whole = await unkilled();
  const { again } = await converges(whole.events, whole);
  expect(again).toBeLessThanOrEqual(atMost(whole.events.length));
}, 600_000);

test('killed in the midst of a step, it does so, too', async () => {
  const { again } = await converges(MIDST, await unkilled());
  expect(again).toBeLessThanOrEqual(atMost(MIDST.length));
}, 600_000);
