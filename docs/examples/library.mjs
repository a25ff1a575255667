// A whole run from a program of your own: node docs/examples/library.mjs
// Its models are written down below, so it needs no key and no network. Everything else is real.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, orchestrate, says, scripted } from 'orchestrate';

// Any git repository with a commit will do. This one is made for the occasion.
const cwd = mkdtempSync(join(tmpdir(), 'orchestrate-example-'));
const git = (...args) => execFileSync('git', args, { cwd, encoding: 'utf8' });
writeFileSync(join(cwd, 'greet.js'), "console.log('Hello');\n");
git('init', '-q');
git('add', '-A');
git('-c', 'user.name=Example', '-c', 'user.email=me@example.org', 'commit', '-q', '-m', 'Start');

const greets = 'node greet.js prints "Hello, world".';

// What each role says, reply by reply. Leave `models` out below to ask the configured models instead.
const planner = scripted(
  says(
    'One checkpoint is enough.',
    call('finish', {
      requirements: [{ id: 'R1', text: greets }],
      checkpoints: [
        {
          id: 'c1',
          title: 'Greet the world',
          goal: 'Make greet.js print "Hello, world".',
          acceptance: [greets],
          files: ['greet.js'],
          covers: ['R1'],
          difficulty: 'easy',
        },
      ],
    }),
  ),
);
const coder = scripted(
  says('I look first.', call('read', { path: 'greet.js' })),
  says('', call('edit', { path: 'greet.js', old: "'Hello'", new: "'Hello, world'" })),
  says('', call('finish', { outcome: 'done', summary: 'greet.js greets the world.' })),
);
const reviewer = scripted(
  says(
    '',
    call('finish', {
      decision: 'accept',
      reason: 'It does what was asked.',
      criteria: [{ criterion: greets, met: true, evidence: 'The check found that very line.' }],
      findings: [],
    }),
  ),
);

const run = orchestrate({
  cwd,
  spec: `# Greet the world\n\n1. ${greets}\n`,
  check: 'node greet.js | grep -x "Hello, world"',
  models: { planner: planner.model, coder: coder.model, reviewer: reviewer.model },
});

// Each event as it happens; `event.type` tells them apart.
for await (const { event } of run) {
  console.log(event.type);
}

const { exit, report } = await run.result;
console.log(`exit ${exit}: ${report.detail}, on ${report.branch}`);
console.log(git('show', `${report.branch}:greet.js`).trim());
