// What a turn costs beside the model: a session of trivial shell calls against a server that answers at once.
//   npm run build && node bench/turns.mjs [turns]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endpoint } from './endpoint.mjs';
import { smallRepo } from './small-repo.mjs';

const bin = fileURLToPath(new URL('../bin/orchestrate.mjs', import.meta.url));
const turns = Number(process.argv[2] ?? 50);
const repo = smallRepo();
let n = 0;
const server = await endpoint((body) => {
  const coder = body.messages[0].content.startsWith('You write');
  if (!coder) {
    return {
      calls: [
        { name: 'finish', arguments: { decision: 'reject', reason: 'bench', criteria: [], findings: [] } },
      ],
    };
  }
  n += 1;
  if (n <= turns) {
    return { calls: [{ name: 'bash', arguments: { command: `echo ${n} >> a.txt` } }] };
  }
  return { calls: [{ name: 'finish', arguments: { outcome: 'impossible', reason: 'bench' } }] };
});
const child = spawn(process.execPath, [bin, repo.spec, '--no-plan', '--check', 'sh check.sh', '--quiet'], {
  cwd: repo.root,
  env: { ...repo.env, OPENAI_BASE_URL: server.url, ORCHESTRATE_TURNS: String(turns + 5) },
  stdio: 'ignore',
});
let peak = 0;
const watch = setInterval(() => {
  try {
    peak = Math.max(
      peak,
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0),
    );
  } catch {
    // It has ended, or there is no /proc here.
  }
}, 20);
const code = await new Promise((resolve) => child.once('exit', resolve));
clearInterval(watch);
const coder = server.requests.filter((r) => r.body.messages[0].content.startsWith('You write'));
const gaps = coder.slice(1).map((r, i) => r.came - coder[i].answered);
const sorted = gaps.toSorted((a, b) => a - b);
const stable = coder.slice(1).filter((r, i) => isPrefix(coder[i].body.messages, r.body.messages)).length;
console.log(`turns ${coder.length - 1}, exit ${code} (1 is meant: the session ends as impossible)`);
console.log(
  `per turn: median ${sorted[Math.floor(sorted.length / 2)].toFixed(1)} ms, slope ${slope(gaps).toFixed(3)} ms a turn`,
);
console.log(`peak memory: ${(peak / 1024).toFixed(0)} MB`);
console.log(
  `first request: ${coder[0].bytes} bytes with ${coder[0].body.tools.length} tools; all: ${coder.reduce((sum, r) => sum + r.bytes, 0)} bytes`,
);
console.log(`prefix stability: ${(stable / gaps.length).toFixed(3)}`);
server.close();
repo.remove();

function isPrefix(a, b) {
  return a.every((m, i) => JSON.stringify(m) === JSON.stringify(b[i]));
}

function mean(list) {
  return list.reduce((s, v) => s + v, 0) / list.length;
}

/** Least squares: how much longer each turn takes than the one before. */
function slope(values) {
  const [mx, my] = [(values.length - 1) / 2, mean(values)];
  const top = values.reduce((s, v, i) => s + (i - mx) * (v - my), 0);
  return top / values.reduce((s, _, i) => s + (i - mx) ** 2, 0);
}
