// A repository and a slow model server for a run that is worth looking at: many checkpoints, long and wide titles, one
// that is never right, one that asks.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { smallRepo } from '../small-repo.mjs';

const TITLES = [
  'Read comment lines',
  'Write comments back where they were, before the key that they belong to, in the order in which they were read',
  'コメントを日本語で書けるようにする、長い題名でも画面からはみ出さない',
  'Warn of comments in the middle of a value',
  'Keep the emoji 👩🏽‍🚀 of a title in one piece',
  'Ask before a file of the old format is changed',
];
const COUNT = 34;

const checkpoints = Array.from({ length: COUNT }, (_, i) => ({
  id: `c${i + 1}`,
  title: TITLES[i] ?? `Migrate the old files of part ${i + 1}`,
  goal: 'Change it.',
  acceptance: ['it is as the goal says'],
  files: [`part-${i + 1}/**`],
  covers: ['R1'],
  difficulty: 'easy',
  after: i > 9 ? [`c${i - 4}`] : [],
}));

const finish = (args) => ({ calls: [{ name: 'finish', arguments: args }] });

/** `pace` is the milliseconds between two words of a model. */
export async function stage({ pace = 60 } = {}) {
  const repo = smallRepo();
  const server = await slowServer(pace);
  const config = path.join(repo.home, 'config', 'orchestrate');
  mkdirSync(config, { recursive: true });
  const price = '{ input: 1.25, output: 10 }';
  writeFileSync(
    path.join(config, 'config.yaml'),
    `models:\n  small-coder: { name: small, price: ${price} }\n  judge: { name: judge, price: ${price} }\n` +
      'roles:\n  planner: { model: judge }\n  coder: { model: small-coder }\n  reviewer: { model: judge }\n',
  );
  writeFileSync(path.join(repo.home, 'spec.md'), '# Keep comments in the parser\n\n1. Change it.\n');
  const { CI: _, ...env } = repo.env;
  return {
    repo,
    env: { ...env, OPENAI_BASE_URL: server.url, LANG: 'C.UTF-8' },
    close: () => {
      server.close();
      repo.remove();
    },
  };
}

const asked = new Map();

function answer({ messages }) {
  const [system, brief] = messages.map(({ content }) => String(content));
  if (system.startsWith('You plan')) {
    return finish({ requirements: [{ id: 'R1', text: 'all of it' }], checkpoints });
  }
  const id = /^# (c\d+):/m.exec(brief)?.[1] ?? '';
  return system.startsWith('You write') ? coder(id, messages) : reviewer(id);
}

function coder(id, messages) {
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  if (id === 'c6') {
    return finish({
      outcome: 'question',
      question: 'May files without a version be taken for the old format?',
    });
  }
  const text = `I look at part ${id} first.\nThen I change ${id} with care, word by word, so that there is something to be seen here while it goes on.`;
  const work = [
    {
      text,
      calls: [{ name: 'write', arguments: { path: `part-${id.slice(1)}/a.txt`, content: `${id}\n` } }],
    },
    { text, calls: [{ name: 'bash', arguments: { command: 'sleep 2; echo looked at it' } }] },
  ];
  return (
    work[turn] ?? { ...finish({ outcome: 'done', summary: 'It is changed, and a test covers it.' }), text }
  );
}

function reviewer(id) {
  const n = (asked.get(id) ?? 0) + 1;
  asked.set(id, n);
  const criterion = 'it is as the goal says';
  return id === 'c4' || (id === 'c2' && n === 1)
    ? finish({
        decision: 'revise',
        reason: 'the order is lost',
        criteria: [{ criterion, met: false, evidence: 'part/a.txt:1' }],
        findings: [],
      })
    : finish({
        decision: 'accept',
        reason: 'it fits',
        criteria: [{ criterion, met: true, evidence: 'a.txt:1' }],
        findings: [],
      });
}

/** Streams each answer word by word. */
async function slowServer(pace) {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'small' }, { id: 'judge' }] }));
      return;
    }
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const raw = Buffer.concat(chunks);
    const body = JSON.parse(raw.toString('utf8'));
    const { text = '', calls } = answer(body);
    const base = { id: 'x', object: 'chat.completion.chunk', created: 1, model: body.model };
    const send = (delta, reason = null) =>
      response.write(
        `data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`,
      );
    response.setHeader('content-type', 'text/event-stream');
    for (const content of text.match(/\S+\s*/g) ?? []) {
      send({ role: 'assistant', content });
      await setTimeout(pace);
    }
    await setTimeout(pace * 10);
    send({
      tool_calls: calls.map((c, index) => ({
        index,
        id: `call_${raw.length}_${index}`,
        type: 'function',
        function: { name: c.name, arguments: JSON.stringify(c.arguments) },
      })),
    });
    send({}, 'tool_calls');
    const usage = { prompt_tokens: Math.ceil(raw.length / 4), completion_tokens: 60 };
    response.write(`data: ${JSON.stringify({ ...base, choices: [], usage })}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
