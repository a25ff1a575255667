// What the benchmarks of several machines share: a Redis of their own, a repository that all sides reach, a model server,
// coordinators and workers as separate processes with homes of their own.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoint } from '../endpoint.mjs';
import { smallRepo } from '../small-repo.mjs';

const bin = fileURLToPath(new URL('../../bin/orchestrate.mjs', import.meta.url));

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves with whether it serves: another program may have taken the port meanwhile. */
const begun = async (child) =>
  new Promise((resolve) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Ready to accept') && resolve(true));
    child.once('exit', () => resolve(false));
  });

/** A redis-server on a port of its own; `kill`, `start`, `wipe` play its misfortunes. */
export async function redisServer() {
  const dir = mkdtempSync(path.join(tmpdir(), 'orchestrate-redis-'));
  let port = await freePort();
  let child;
  const begin = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
    child = spawn('redis-server', [...args, '--appendonly', 'yes', '--appendfsync', 'everysec'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return begun(child);
  };
  const start = async () => {
    for (let tries = 0; !(await begin()); tries++) {
      if (tries > 100) {
        throw new Error(`redis-server does not start on ${port}`);
      }
      await sleep(50);
    }
  };
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    }
  };
  while (!(await begin())) {
    port = await freePort();
  }
  const end = () => child.kill('SIGKILL');
  open.add(end);
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    wipe: () => readdirSync(dir).forEach((name) => rmSync(path.join(dir, name), { recursive: true })),
    close: async () => {
      open.delete(end);
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** What is to be ended where a benchmark is broken off. */
const open = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  // Not once: a second one, as a whole group gets it, would end this half-way.
  process.on(signal, () => {
    open.forEach((end) => end());
    process.exit(1);
  });
}

export const call = (name, args) => ({ calls: [{ name, arguments: args }] });

/** Independent checkpoints that write a file each; `coder(id, turn)` may answer in its own way. */
export async function world({ checkpoints, delayMs = 0, coder, check = 'sh check.sh' }) {
  const repo = smallRepo();
  const remote = path.join(repo.home, 'shop.git');
  const git = (...args) => execFileSync('git', args, { cwd: repo.root }).toString().trim();
  execFileSync('git', ['init', '-q', '--bare', remote]);
  git('remote', 'add', 'origin', remote);
  const end = () => {
    while (endAll(repo.home) > 0) {
      // What was killed may just have started something.
    }
    repo.remove();
  };
  open.add(end);
  const redis = await redisServer();
  const started = new Map();
  const firstAsked = new Map();
  const answers = {
    planner: () =>
      call('finish', {
        requirements: [{ id: 'R1', text: 'all' }],
        checkpoints: Array.from({ length: checkpoints }, (_, i) => ({
          id: `c${i + 1}`,
          title: `Part ${i + 1}`,
          goal: `Write f${i + 1}.txt.`,
          acceptance: ['it is there'],
          files: [`f${i + 1}.txt`],
          covers: ['R1'],
          difficulty: 'easy',
        })),
      }),
    reviewer: () =>
      call('finish', {
        decision: 'accept',
        reason: 'It fits.',
        criteria: [{ criterion: 'it is there', met: true, evidence: 'the diff' }],
        findings: [],
      }),
    coder: ({ messages }) => {
      const id = /^# (c\d+):/m.exec(messages[1].content)[1];
      const turn = messages.filter(({ role }) => role === 'assistant').length;
      if (turn === 0) {
        firstAsked.set(id, firstAsked.get(id) ?? Date.now() - delayMs);
        started.set(id, (started.get(id) ?? 0) + 1);
      }
      const own = coder?.(id, turn);
      return (
        own ??
        (turn === 0
          ? call('write', { path: `f${id.slice(1)}.txt`, content: `${id}\n` })
          : call('finish', { outcome: 'done', summary: 'done' }))
      );
    },
  };
  const server = await endpoint(async (body) => {
    await sleep(delayMs);
    const system = body.messages[0].content;
    const role = system.startsWith('You plan')
      ? 'planner'
      : system.startsWith('You write')
        ? 'coder'
        : 'reviewer';
    return answers[role](body);
  });
  const env = { ...repo.env, OPENAI_BASE_URL: server.url };
  const children = new Set();
  const run = (args, { home, cwd = repo.root }) => {
    const own = { HOME: home, XDG_STATE_HOME: `${home}/state`, XDG_CONFIG_HOME: `${home}/config` };
    mkdirSync(home, { recursive: true });
    const child = spawn(process.execPath, [bin, ...args], { cwd, env: { ...env, ...own }, stdio: 'pipe' });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk) => (said.out += chunk));
    child.stderr.on('data', (chunk) => (said.err += chunk));
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
    const one = { child, said, ended };
    children.add(one);
    child.once('exit', () => children.delete(one));
    return one;
  };
  let workers = 0;
  const journal = () => {
    const runs = path.join(repo.home, 'state/orchestrate');
    const file = readdirSync(runs, { recursive: true }).find((name) => name.endsWith('journal.jsonl'));
    return readFileSync(path.join(runs, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  return {
    repo,
    remote,
    redis,
    server,
    started,
    /** When each checkpoint's coder asked first. */
    firstAsked,
    journal,
    git,
    /** A worker with a home of its own, as on another machine. */
    worker: async (...more) => {
      const name = `w${++workers}`;
      const flags = ['--redis', redis.url, '--remote', remote, '--name', name, ...more];
      const one = run(['worker', ...flags], { home: path.join(repo.home, name) });
      await until(() => one.said.err.includes('takes jobs'));
      return one;
    },
    coordinator: (...more) =>
      run([...(more[0] === 'resume' ? more : [repo.spec, '--check', check, ...more]), '--json'], {
        home: repo.home,
      }),
    remoteFlags: ['--workers', redis.url, '--remote', 'origin'],
    /** How often each checkpoint is on the run's branch. */
    effects: () => {
      const branch = git('for-each-ref', '--format=%(refname)', 'refs/heads/orchestrate/').split('\n')[0];
      const trailers = git('log', '--format=%(trailers:key=Checkpoint,valueonly,separator=%x2C)', branch);
      const times = new Map();
      for (const id of trailers.split('\n').filter(Boolean)) {
        times.set(id, (times.get(id) ?? 0) + 1);
      }
      const ids = Array.from({ length: checkpoints }, (_, i) => `c${i + 1}`);
      return {
        once: ids.filter((id) => times.get(id) === 1).length,
        lost: ids.filter((id) => !times.has(id)).length,
        doubled: ids.filter((id) => (times.get(id) ?? 0) > 1).length,
      };
    },
    /** Everybody who was started here ends, as when a machine's services are stopped. */
    leave: async () => {
      const ends = [...children].map(async ({ child, ended }) => {
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        await Promise.race([ended, sleep(10_000, undefined, { ref: false })]);
        child.kill('SIGKILL');
        return ended;
      });
      await Promise.all(ends);
    },
    close: async () => {
      const ends = [...children].map(async ({ ended }) => ended);
      // Again and again: what is killed may just have started something.
      while (endAll(repo.home) > 0) {
        await sleep(50);
      }
      await Promise.all(ends);
      open.delete(end);
      server.close();
      await redis.close();
      repo.remove();
    },
  };
}

/** Ends every process with this folder in its environment, whoever has started it. Gives how many there were. */
export function endAll(home) {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => contentOf(`/proc/${pid}/environ`).includes(home));
  for (const pid of pids) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
  return pids.length;
}

export function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The processes that a process has started, and theirs. */
export function below(pid) {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='])
    .toString()
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const found = [];
  const visit = (parent) =>
    rows.filter(([, ppid]) => ppid === parent).forEach(([child]) => (found.push(child), visit(child)));
  visit(pid);
  return found;
}

export async function until(test, ms = 60_000) {
  const end = performance.now() + ms;
  while (!test()) {
    if (performance.now() > end) {
      throw new Error(`waited ${ms} ms in vain for ${test}`);
    }
    await sleep(20);
  }
}

export const percentile = (values, p) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * p) / 100))];

export { sleep };
