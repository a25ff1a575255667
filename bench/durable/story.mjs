// A run with much in it, answered by what is asked, so that a question that is repeated gets the same answer: one
// checkpoint is red at first, one is sent back, one asks, one cannot be done, and two work side by side.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const files = {
  'check.sh': 'set -e\ngrep -q one a.txt || { echo "not ok 1 - a"; exit 1; }\necho "ok 1 - a"; echo "1..1"\n',
  'a.txt': 'one\n',
  'b.txt': 'b\n',
  'c.txt': 'c\n',
};
const checkpoint = (id, name, more = {}) => ({
  id,
  title: `Change ${name}`,
  goal: `Add a line to ${name}.txt`,
  acceptance: ['the line is there'],
  files: [`${name}.txt`],
  covers: ['R1'],
  difficulty: 'easy',
  ...more,
});
const plan = {
  requirements: [{ id: 'R1', text: 'all of it' }],
  checkpoints: [
    checkpoint('c1', 'a'),
    checkpoint('c2', 'b'),
    checkpoint('c3', 'c', { after: ['c1'] }),
    checkpoint('c4', 'd', { title: 'What cannot be done' }),
  ],
};
const call = (name, args) => ({ calls: [{ name, arguments: args }] });
const finish = (args) => call('finish', args);

export function answer({ messages }) {
  const system = messages[0].content;
  const replies = messages.filter((m) => m.role === 'assistant').length;
  if (system.startsWith('You plan')) {
    return planner(messages, replies);
  }
  return system.startsWith('You write') ? coder(messages, replies) : reviewer(messages);
}

function planner(messages, replies) {
  const answered = messages.some((m) => m.content?.includes('Yes, all of it.'));
  return replies === 0 ? call('list', {}) : finish(answered ? plan : { question: 'All of it?' });
}

function coder(messages, replies) {
  const brief = messages[1].content;
  const [, id] = /^# (c\d)/m.exec(brief);
  const last = messages.at(-1).content ?? '';
  if (id === 'c4') {
    return finish({ outcome: 'impossible', reason: 'there is no d' });
  }
  if (id === 'c3' && !brief.includes('This one.')) {
    return finish({ outcome: 'question', question: 'Which line?' });
  }
  const name = plan.checkpoints.find((c) => c.id === id).files[0][0];
  const again = brief.includes('Earlier attempts');
  if (replies === 0 || last.startsWith('Interrupted')) {
    const text = {
      a: again ? 'one\nmore\n' : 'broken\n',
      b: again ? 'b\nbetter\n' : 'b\nmore\n',
      c: 'c\nmore\n',
    };
    return call('write', { path: `${name}.txt`, content: text[name] });
  }
  return replies === 1
    ? call('bash', { command: `cat ${name}.txt` })
    : finish({ outcome: 'done', summary: name });
}

function reviewer(messages) {
  const brief = messages[1].content;
  const met = !brief.includes('+more') || !brief.includes('b.txt') || brief.includes('+better');
  return finish({
    decision: met ? 'accept' : 'revise',
    reason: met ? 'good' : 'make it better',
    criteria: [{ criterion: 'the line is there', met, evidence: 'the diff' }],
    findings: [],
  });
}

/** A repository for one run in a folder of its own. */
export function repository(home) {
  const root = path.join(home, 'repo');
  mkdirSync(root, { recursive: true });
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  git('init', '-q', '-b', 'main');
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(root, name), text);
  }
  git('add', '-A');
  git('commit', '-q', '-m', 'Start');
  writeFileSync(path.join(home, 'spec.md'), '# Story\n\n1. Change them.\n');
  return { root, git, spec: path.join(home, 'spec.md') };
}

export const args = (spec) => [spec, '--check', 'sh check.sh', '--parallel', '2', '--json'];

const whole = (line) => {
  try {
    return [JSON.parse(line)];
  } catch {
    return []; // the torn end of a line
  }
};
const below = (dir, name) =>
  readdirSync(dir, { recursive: true })
    .filter((found) => found.endsWith(name))
    .map((found) => path.join(dir, found));
const linesOf = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean);

/** The records of the only run below a state folder: its events, and how many replies its transcripts hold. */
export function recordsIn(state) {
  const [journal] = existsSync(state) ? below(state, 'journal.jsonl') : [];
  if (journal === undefined) {
    return { events: [], replies: 0 };
  }
  const messages = below(path.join(path.dirname(journal), 'transcripts'), '.jsonl')
    .flatMap(linesOf)
    .flatMap(whole);
  return {
    events: linesOf(journal)
      .flatMap(whole)
      .map(({ event }) => event),
    replies: messages.filter((m) => m.role === 'assistant').length,
  };
}
