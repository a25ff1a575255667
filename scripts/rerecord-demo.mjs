#!/usr/bin/env node
// Records the demo's session anew after prompts, briefs or tool results have changed: the replies of the old recording
// are given again, in their order, to the real program on a fresh copy of the demo's project.
//
//   node scripts/rerecord-demo.mjs --out specs/demo/session.jsonl
//
// Replies are matched by role and checkpoint. After each verdict the run is given time to land what was accepted, so that
// the order in the file is an order that a replay can keep.
import { createServer } from 'node:http';
import { spawn, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, mkdirSync, readFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    repo: { type: 'string', default: '.' },
    bin: { type: 'string' },
    out: { type: 'string' },
    from: { type: 'string' },
  },
});
const repo = resolve(values.repo);
const demo = join(repo, 'specs/demo');
const bin = resolve(values.bin ?? join(repo, 'bin/orchestrate.mjs'));
const lines = readFileSync(resolve(values.from ?? join(demo, 'session.jsonl')), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((l) => JSON.parse(l));

const placeOf = (key) => key.replace(/\.a\d+\./, '.').replace(/(reviewer|coder|planner)\.\d+$/, '$1');
const keyOf = ({ messages }) => {
  const [system, user] = messages.map((m) =>
    typeof m.content === 'string' ? m.content : JSON.stringify(m.content),
  );
  const role = system.startsWith('You plan')
    ? 'planner'
    : system.startsWith('You write')
      ? 'coder'
      : 'reviewer';
  const [, id = 'final'] = /^# (c\d+):/m.exec(user) ?? [];
  return role === 'planner' ? role : `${id}.${role}`;
};

const open = new Map(); // place -> { body, response }
let changed = () => {};
const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    return json(response, { object: 'list', data: [{ id: 'by-hand', object: 'model' }] });
  }
  const chunks = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  open.set(keyOf(body), { body, response });
  changed();
});
const json = (response, value) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
};
await new Promise((done) => server.listen(0, '127.0.0.1', done));

const home = mkdtempSync(join(tmpdir(), 'rerecord-'));
const till = join(home, 'till');
cpSync(join(demo, 'project'), till, { recursive: true });
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.invalid', ...args], {
    cwd: till,
  });
git('init', '-q', '-b', 'main');
git('add', '-A');
git('commit', '-qm', 'A till');
for (const name of ['state', 'config']) {
  mkdirSync(join(home, name));
}

const session = join(home, 'session.jsonl');
const env = {
  PATH: process.env.PATH,
  ORCHESTRATE_SANDBOX: 'external', // known replies run known commands
  HOME: home,
  XDG_STATE_HOME: join(home, 'state'),
  XDG_CONFIG_HOME: join(home, 'config'),
  OPENAI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`,
  OPENAI_API_KEY: 'none',
  OPENAI_MODEL: 'by-hand',
};
const run = spawn(process.execPath, [bin, join(demo, 'spec.md'), '--parallel', '2', '--record', session], {
  cwd: till,
  env,
  stdio: ['ignore', 'inherit', 'inherit'],
});
const ended = new Promise((done) => run.on('exit', done));
run.on('exit', (code) => changed(code));

for (const { key, turn, reply } of lines) {
  const place = placeOf(key);
  while (!open.has(place)) {
    const code = await new Promise((done) => {
      changed = done;
      if (open.has(place)) {
        done();
      }
    });
    if (typeof code === 'number') {
      console.error(`the run ended (${code}) before ${key} ${turn} was asked`);
      process.exit(1);
    }
  }
  const { body, response } = open.get(place);
  open.delete(place);
  answer(response, body, reply);
  await new Promise((done) => setTimeout(done, key.includes('.reviewer') ? 5000 : 300));
}
const code = await ended;
server.close();
console.error(`exit ${code}, recorded in ${session}`);
if (code === 0 && values.out) {
  copyFileSync(session, resolve(repo, values.out));
}
process.exit(code);

function answer(response, body, { message, usage }) {
  const base = { id: 'chatcmpl-1', created: 1, model: body.model, object: 'chat.completion.chunk' };
  const calls = message.calls.map(({ id, tool, input }, index) => ({
    index,
    id,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
  response.setHeader('content-type', 'text/event-stream');
  const send = (delta, finish_reason = null) =>
    response.write(`data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  send({ role: 'assistant', content: message.text });
  for (const call of calls) {
    send({ tool_calls: [call] });
  }
  send({}, calls.length > 0 ? 'tool_calls' : 'stop');
  response.write(
    `data: ${JSON.stringify({ ...base, choices: [], usage: { prompt_tokens: usage.input, completion_tokens: usage.output } })}\n\n`,
  );
  response.end('data: [DONE]\n\n');
}
