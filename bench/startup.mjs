// How long until there is an answer: --version and --help against an empty Node, and a run up to its first model request.
//   npm run build && node bench/startup.mjs
import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endpoint } from './endpoint.mjs';
import { smallRepo } from './small-repo.mjs';

const bin = fileURLToPath(new URL('../bin/orchestrate.mjs', import.meta.url));
const ROUNDS = 20;

/** User and system milliseconds of one run of a command, as bash measures many. */
function perRun(command) {
  const loop = `for i in $(seq ${ROUNDS}); do ${command} >/dev/null; done`;
  const out = execFileSync('bash', ['-c', `{ TIMEFORMAT='%U %S'; time (${loop}); } 2>&1`], {
    encoding: 'utf8',
  });
  const [user, system] = out.trim().split(/\s+/).map(Number);
  return ((user + system) * 1000) / ROUNDS;
}

const node = `'${process.execPath}'`;
perRun(`${node} -e 0`);
const floor = perRun(`${node} -e 0`);
for (const flag of ['--version', '--help']) {
  const ms = perRun(`${node} '${bin}' ${flag}`);
  console.log(
    `${flag.padEnd(10)} ${ms.toFixed(1)} ms CPU, node -e 0 ${floor.toFixed(1)} ms: ${(ms / floor).toFixed(2)}x`,
  );
}

const rounds = [];
for (let i = 0; i < 5; i++) {
  rounds.push(await firstRequest());
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const of = (key) => median(rounds.map((r) => r[key])).toFixed(0);
console.log(
  `start to first model request: ${of('total')} ms (median of ${rounds.length}): preflight ${of('preflight')} ms, baseline ${of('baseline')} ms, the rest ${of('rest')} ms`,
);

async function firstRequest() {
  const repo = smallRepo();
  const server = await endpoint(() => ({
    calls: [{ name: 'finish', arguments: { nothing_to_do: 'bench' } }],
  }));
  try {
    const began = performance.now();
    const at = {};
    const child = spawn(process.execPath, [bin, repo.spec, '--check', 'sh check.sh', '--json'], {
      cwd: repo.root,
      env: { ...repo.env, OPENAI_BASE_URL: server.url },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.on('data', (chunk) => {
      for (const type of ['run.started', 'baseline.ran']) {
        if (String(chunk).includes(`"${type}"`)) {
          at[type] ??= performance.now();
        }
      }
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) {
      throw new Error(`the run ended with ${code}`);
    }
    const total = server.requests[0].came - began;
    const preflight = at['run.started'] - began;
    const baseline = at['baseline.ran'] - at['run.started'];
    return { total, preflight, baseline, rest: total - preflight - baseline };
  } finally {
    server.close();
    repo.remove();
  }
}
