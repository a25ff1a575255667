// What the stories of the durability benches share: a repository of four files, plans for it, what roles answer, and the
// records of a run. Answers depend on what is asked alone, so that a question that is repeated gets the same answer.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

export const CHECK =
  'set -e\ngrep -q one a.txt || { echo "not ok 1 - a"; exit 1; }\necho "ok 1 - a"; echo "1..1"\n';
const files = { 'check.sh': CHECK, 'a.txt': 'one\n', 'b.txt': 'b\n', 'c.txt': 'c\n' };

export const checkpoint = (id, name, more = {}) => ({
  id,
  title: `Change ${name}`,
  goal: `Add a line to ${name}.txt`,
  acceptance: ['the line is there'],
  files: [`${name}.txt`],
  covers: ['R1'],
  difficulty: 'easy',
  ...more,
});
export const planOf = (...checkpoints) => ({
  requirements: [{ id: 'R1', text: 'all of it' }],
  checkpoints,
});

export const call = (name, args) => ({ calls: [{ name, arguments: args }] });
export const finish = (args) => call('finish', args);
export const asks = (question) => finish({ outcome: 'question', question });
export const verdict = (met, criterion = 'the line is there') =>
  finish({
    decision: met ? 'accept' : 'revise',
    reason: met ? 'good' : 'make it better',
    criteria: [{ criterion, met, evidence: 'the diff' }],
    findings: [],
  });

/** What is asked: of which role, about which checkpoint, after how many replies, in which brief. */
export function asked({ messages }) {
  const [system, brief] = messages;
  const role = system.content.startsWith('You plan')
    ? 'planner'
    : system.content.startsWith('You write')
      ? 'coder'
      : 'reviewer';
  return {
    role,
    brief: brief.content,
    id: /^# (c\d)/m.exec(brief.content)?.[1],
    attempt: brief.content.includes('Earlier attempts') ? 'again' : 'first',
    replies: messages.filter((m) => m.role === 'assistant').length,
    says: (text) => messages.some((m) => m.content?.includes(text)),
    interrupted: messages.at(-1).content?.startsWith('Interrupted') === true,
  };
}

/** A coder that writes a file, looks at it, and is done. */
export function writing(text, name, { replies, interrupted }) {
  if (replies === 0 || interrupted) {
    return call('write', { path: `${name}.txt`, content: text });
  }
  return replies === 1
    ? call('bash', { command: `cat ${name}.txt` })
    : finish({ outcome: 'done', summary: name });
}

/** A repository for one run in a folder of its own. */
export function repository(home, more = {}) {
  const root = path.join(home, 'repo');
  mkdirSync(root, { recursive: true });
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  git('init', '-q', '-b', 'main');
  for (const [name, text] of Object.entries({ ...files, ...more })) {
    writeFileSync(path.join(root, name), text);
  }
  git('add', '-A');
  git('commit', '-q', '-m', 'Start');
  writeFileSync(path.join(home, 'spec.md'), '# Story\n\n1. Change them.\n');
  return { root, git, spec: path.join(home, 'spec.md') };
}

const whole = (line) => {
  try {
    return [JSON.parse(line)];
  } catch {
    return []; // the torn end of a line
  }
};
const namesIn = (dir) => (existsSync(dir) ? readdirSync(dir) : []);
/** The folders of all runs: `<state>/orchestrate/<repository>/runs/<run>`. Working copies beside them come and go. */
const runsIn = (state) =>
  namesIn(path.join(state, 'orchestrate'))
    .map((name) => path.join(state, 'orchestrate', name, 'runs'))
    .flatMap((runs) => namesIn(runs).map((run) => path.join(runs, run)));
const linesOf = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean);

/**
 * The records of the run below a state folder: its events, and how many replies its transcripts hold. One that was killed
 * before its first event was whole is none.
 */
export function recordsIn(state) {
  const found = runsIn(state)
    .map((run) => ({ run, journal: path.join(run, 'journal.jsonl') }))
    .filter(({ journal }) => existsSync(journal))
    .map(({ run, journal }) => ({ run, lines: linesOf(journal).flatMap(whole) }))
    .find(({ lines }) => lines.length > 0);
  if (found === undefined) {
    return { events: [], replies: 0 };
  }
  const transcripts = path.join(found.run, 'transcripts');
  const messages = namesIn(transcripts)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => linesOf(path.join(transcripts, name)))
    .flatMap(whole);
  return {
    events: found.lines.map(({ event }) => event),
    replies: messages.filter((m) => m.role === 'assistant').length,
  };
}
