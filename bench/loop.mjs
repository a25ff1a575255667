// A long conversation in a small window: 300 turns of reading, editing and testing against a model in this process that
// counts tokens and refuses what is too long, as a server does.
//   npm run build && node bench/loop.mjs [turns] [window]
import { z } from 'zod';
import { runAgent } from '../dist/lib/agent/loop.js';
import { tool } from '../dist/lib/agent/tool.js';
import { ModelError } from '../dist/lib/model/errors.js';
import { countRequest } from '../dist/lib/model/tokens.js';
import { coder } from '../dist/lib/roles/coder.js';

const turns = Number(process.argv[2] ?? 300);
const window = Number(process.argv[3] ?? 32_768);
/** How this model's own count compares to the estimate. */
const factor = 1.12;
const brief =
  'Move every call site from callbacks to promises.\n\nAcceptance:\n- no callback is left\n'.repeat(3);
const prompt = 'You write code. '.repeat(60);
const summaryPrompt = 'Sum the conversation up.';

const lines = (n, words) => Array.from({ length: n }, (_, i) => `${i + 1}\t${words} ${i * 7919}`).join('\n');
const made = (name, reads, text) =>
  tool({ name, description: name, input: z.looseObject({}), reads, run: async (input) => text(input) });
const tools = [
  made('read', true, ({ path, offset }) =>
    lines(150, `const ${path.replaceAll(/\W/g, '_')} = call(${offset},`),
  ),
  made('edit', false, ({ path, old }) => `changed 1 place in ${path}: ${old}`),
  made('bash', false, ({ run }) => `exit ${run % 3} · 1.${run} s\n${lines(60, `test number ${run} says`)}`),
  made('note', false, () => 'Noted.'),
];

const notes = [];
function callOf(turn) {
  const path = `src/part${turn % 40}.ts`;
  if (turn % 25 === 24) {
    notes.push(`decision ${turn}: keep the name of part${turn % 40}`);
    return ['note', { text: notes.at(-1) }];
  }
  return [
    ['read', { path, offset: turn }],
    ['edit', { path, old: `x${turn}`, new: `y${turn}` }],
    ['bash', { command: 'npm test', run: turn }],
  ][turn % 3];
}

const seen = { requests: [], summaries: 0, refused: 0, lost: 0, most: 0, bytes: 0 };
let turn = 0;
async function complete(request) {
  const size = Math.ceil(countRequest(request) * factor);
  const sums = request.messages.at(-1).text === summaryPrompt;
  if (size > window) {
    seen.refused += 1;
    throw new ModelError('overflow', `${size} tokens are more than ${window}`);
  }
  look(request, { size, sums });
  const id = `call_${turn}`;
  const [name, input] = turn < turns ? callOf(turn) : ['finish', { outcome: 'done', summary: 'done' }];
  turn += sums ? 0 : 1;
  return {
    message: sums
      ? { role: 'assistant', text: `Parts 0 to ${turn % 40} are done. `.repeat(30), calls: [] }
      : { role: 'assistant', text: `Next is step ${turn}.`, calls: [{ id, tool: name, input }] },
    usage: { input: size, cached: 0, output: 60, usd: 0 },
    model: 'bench',
    finish: 'stop',
  };
}

function look({ messages, tools: specs }, { size, sums }) {
  const parts = messages.map((m) => JSON.stringify(m));
  seen.bytes += Buffer.byteLength(parts.join('') + JSON.stringify(specs));
  seen.most = Math.max(seen.most, size);
  seen.summaries += sums ? 1 : 0;
  const whole = parts.join('\n');
  const pinned = [prompt, brief, ...notes].map((text) => JSON.stringify(text).slice(1, -1));
  seen.lost += pinned.filter((text) => !whole.includes(text)).length;
  seen.requests.push(parts);
}

const transcript = [];
const began = performance.now();
const model = { name: 'bench', window, complete };
const result = await runAgent(coder({ prompt, tools, turns: turns + 50 }), brief, {
  model,
  signal: new AbortController().signal,
  stopping: new AbortController().signal,
  messages: [],
  record: async (message) => void transcript.push(message),
  billed: async () => {},
  summarizer: { model, prompt: summaryPrompt },
});
const ms = performance.now() - began;

const sizeOf = (parts) => parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
const pairs = seen.requests.slice(1).map((parts, i) => {
  const before = seen.requests[i];
  const differs = before.findIndex((part, j) => part !== parts[j]);
  return { common: differs < 0 ? before.length : differs, before, parts };
});
const marks = transcript.filter((m, i) => m.role === 'system' && i > 0);
const broken = pairs.filter(({ common, before }) => common < before.length).length;
const cached = pairs.reduce((sum, { common, parts }) => sum + sizeOf(parts.slice(0, common)), 0);
const sent = pairs.reduce((sum, { parts }) => sum + sizeOf(parts), 0);
const figures = {
  end: result.end,
  'turns / requests': `${turn} / ${seen.requests.length}`,
  'window / largest request, tokens': `${window} / ${seen.most}`,
  'refused as too long': seen.refused,
  'results shortened / summaries, times': `${marks.length - seen.summaries} / ${seen.summaries}`,
  'sent in all, bytes': seen.bytes,
  'transcript, bytes': sizeOf(transcript.map((m) => JSON.stringify(m))),
  'requests that begin as the one before': `${pairs.length - broken} of ${pairs.length}`,
  'breaks that no mark explains': Math.max(0, broken - marks.length),
  'bytes that a prompt cache can serve': `${((100 * cached) / sent).toFixed(1)} %`,
  'pinned facts lost': seen.lost,
  'ms per turn, this bench included': (ms / turn).toFixed(2),
};
for (const [name, value] of Object.entries(figures)) {
  process.stdout.write(`${name.padEnd(40)} ${value}\n`);
}
