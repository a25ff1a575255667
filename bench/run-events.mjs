import { Settings } from '../dist/lib/domain/settings.js';

const check = (failed) => ({
  status: failed === 0 ? 'passed' : 'failed',
  command: 'npm test',
  exitCode: failed === 0 ? 0 : 1,
  signal: null,
  ms: 4200,
  tests: {
    runner: 'vitest',
    run: 400,
    passed: 400 - failed,
    failed,
    skipped: 0,
    failures: Array.from({ length: failed }, (_, i) => ({
      name: `part ${i} works`,
      detail: 'expected 1, was 2',
    })),
    skips: [],
    passes: [],
  },
  tail: 'ok\n'.repeat(40),
  log: '',
});

/** A run that has landed everything: every second checkpoint at its second attempt, a few side by side. */
export function runEvents({ id, base: start, checkpoints, calls }) {
  const sha = (n) => (n === 1 ? start : n.toString(16).padStart(40, '0'));
  const events = [];
  const say = (type, more) => events.push({ type, ...more });
  const settings = Settings.parse({
    check: ['npm test'],
    sandbox: 'full',
    parallel: 8,
    budget: 500,
    checkpoints,
  });
  const spec = { title: 'A large migration', source: 'spec.md', sha256: 'e'.repeat(64) };
  say('run.started', {
    run: id,
    spec,
    base: sha(1),
    branch: `orchestrate/${id}`,
    dirty: null,
    settings,
    version: '0.1.0',
  });
  say('baseline.ran', { commit: sha(1), check: check(0) });
  const plan = {
    requirements: Array.from({ length: Math.ceil(checkpoints / 10) }, (_, i) => ({
      id: `R${i + 1}`,
      text: `Area ${i + 1} is moved`,
    })),
    checkpoints: Array.from({ length: checkpoints }, (_, i) => ({
      id: `c${i + 1}`,
      title: `Move part ${i + 1} of the old interface`,
      goal: 'Move it and keep its tests.',
      acceptance: ['It is moved', 'Its tests pass'],
      after: i >= 8 ? [`c${i - 7}`] : [],
      files: [`src/part-${i + 1}/**`],
      covers: [`R${Math.floor(i / 10) + 1}`],
      difficulty: ['easy', 'medium', 'hard'][i % 3],
    })),
  };
  say('plan.made', { plan, by: 'planner', edges: [] });
  let head = 1;
  const attempt = (name, n, red) => {
    const [commit, base] = [sha(n), sha(head)];
    say('attempt.started', { attempt: name, base, from: base, model: 'small' });
    for (let i = 0; i < calls; i += 1) {
      const usage = { input: 9000 + i * 300, cached: 7000, output: 400, usd: 0.004 };
      say('model.called', {
        role: 'coder',
        conversation: `${name}.coder`,
        attempt: name,
        model: 'small',
        usage,
        ms: 2100,
      });
    }
    say('attempt.submitted', {
      attempt: name,
      commit,
      changed: [`src/part-${n}/a.ts`],
      summary: 'Moved.',
      notes: [],
    });
    say('check.ran', { attempt: name, commit, result: check(red ? 3 : 0) });
    if (red) {
      return;
    }
    say('guard.ran', { attempt: name, commit, findings: [] });
    const usage = { input: 12000, cached: 2000, output: 700, usd: 0.03 };
    say('model.called', {
      role: 'reviewer',
      conversation: `${name}.reviewer`,
      attempt: name,
      model: 'large',
      usage,
      ms: 5200,
    });
    const criteria = ['It is moved', 'Its tests pass'].map((criterion) => ({
      criterion,
      met: true,
      evidence: 'a.ts:1',
    }));
    say('review.given', {
      attempt: name,
      commit,
      verdict: { decision: 'accept', reason: 'It fits.', criteria, findings: [] },
      model: 'large',
    });
    say('checkpoint.landed', { attempt: name, commit });
    head = n;
  };
  for (let i = 1; i <= checkpoints; i += 1) {
    if (i % 2 === 0) {
      attempt(`c${i}.a1`, i * 2, true);
    }
    attempt(`c${i}.a${i % 2 === 0 ? 2 : 1}`, i * 2 + 1, false);
  }
  say('run.checked', { commit: sha(head), result: check(0) });
  say('run.ended', { outcome: 'done', detail: `${checkpoints} landed` });
  return events;
}
