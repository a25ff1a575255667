// Tells one story to its end: a repository, a model server, the program, and whoever steers it, which may be killed.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoint } from '../endpoint.mjs';
import { recordsIn, repository } from './story.mjs';

const bin = fileURLToPath(new URL('../../bin/orchestrate.mjs', import.meta.url));
const STEPS = 60;
const WAIT_MS = 30_000;

async function program(given, { cwd, env }) {
  const child = spawn(process.execPath, [bin, ...given], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.on('data', (chunk) => (err += chunk));
  return new Promise((resolve) => {
    child.on('close', (exit, signal) => resolve({ exit, signal, err }));
  });
}

let number = 0;
/** `kill` arms the program until it was killed `most` times, `extra` is in the environment of all. Gives what came of it. */
export async function tell(story, home, { kill = {}, most = Infinity, extra = {} } = {}) {
  const dir = path.join(home, String(++number));
  const { root, git, spec } = repository(dir, story.files);
  const state = path.join(dir, 'state');
  const events = () => recordsIn(state).events;
  const moments = [];
  const spoken = new Set();
  const has = (type) => events().some((e) => e.type === type);
  const server = await endpoint((sent) => story.answer(sent, { say, has, until }));
  const env = {
    PATH: process.env.PATH,
    HOME: dir,
    XDG_STATE_HOME: state,
    XDG_CONFIG_HOME: path.join(dir, 'config'),
    OPENAI_API_KEY: 'none',
    OPENAI_MODEL: 'bench',
    OPENAI_BASE_URL: server.url,
    BENCH_MARK: dir,
    ...extra,
  };

  async function armed(args) {
    const more = moments.length < most ? kill : {};
    const seen = momentsIn(more.ORCHESTRATE_KILL_NEW);
    const ran = await program(args, { cwd: root, env: { ...env, ...more } });
    if (ran.signal === 'SIGKILL') {
      const died = [...momentsIn(more.ORCHESTRATE_KILL_NEW)].filter((moment) => !seen.has(moment));
      moments.push(...died);
    }
    return ran;
  }
  async function say(type, args) {
    if (has(type)) {
      return true;
    }
    const said = armed(args);
    spoken.add(said);
    await said;
    spoken.delete(said);
    return false;
  }
  async function until(type) {
    for (const end = Date.now() + WAIT_MS; !has(type) && Date.now() < end;) {
      await sleep(100);
    }
  }

  const before = userOf(git);
  let ran = { exit: null, err: '' };
  const start = [spec, '--check', 'sh check.sh', '--json', ...story.args];
  for (let step = 0; step < STEPS + moments.length; step++) {
    const known = events();
    const args = known.length === 0 ? start : story.person(known);
    if (args === undefined) {
      break;
    }
    ran = await armed(args);
    await Promise.all(spoken);
  }
  // Killed after its very last event, a run is over: it says so, with the exit code that it came to.
  if (ran.signal === 'SIGKILL') {
    ran = await program(['resume', events()[0].run], { cwd: root, env });
  }
  const result = { ...cameOf({ git, state, server }), moments, exit: ran.exit, err: ran.err };
  result.left = alive(`BENCH_MARK=${dir}`);
  result.untouched = before === userOf(git);
  server.close();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  return result;
}

const momentsIn = (file) =>
  new Set(file && existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);

const userOf = (git) =>
  [git('status', '--porcelain'), git('symbolic-ref', 'HEAD'), git('rev-parse', 'HEAD')].join();

function cameOf({ git, state, server }) {
  const { events, replies } = recordsIn(state);
  const counts = new Map();
  for (const { body } of server.requests) {
    const key = JSON.stringify(body.messages);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [branch] = git('for-each-ref', '--format=%(refname)', 'refs/heads/orchestrate/').split('\n');
  const landed = new Set(
    events.flatMap((e) => (e.type === 'checkpoint.landed' ? [e.attempt.split('.')[0]] : [])),
  );
  return {
    types: events.map((e) => e.type),
    tree: branch === '' ? '' : git('rev-parse', `${branch}^{tree}`),
    landed: [...landed].toSorted().join(),
    anew: events.filter((e) => e.type === 'attempt.failed' && e.failure === 'workspace').length,
    repeated: [...counts.values()].reduce((sum, n) => sum + n - 1, 0),
    lost: server.requests.length - replies,
  };
}

function alive(mark) {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  }).length;
}
