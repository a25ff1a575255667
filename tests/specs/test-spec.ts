import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSpec, type Ran } from './run-spec.ts';
import type { Session } from './session.ts';

/** Runs a spec once for a test file and tests what holds for every spec; gives what came of it, for tests of its own. */
export function testSpec(name: string, session: Session): () => Ran {
  let result: Ran | undefined;
  const ran = (): Ran => {
    if (!result) {
      throw new Error(`${name} has not run`);
    }
    return result;
  };
  beforeAll(async () => {
    result = await runSpec(name, session);
  });
  afterAll(async () => result?.remove());

  test('lands every checkpoint and meets every requirement', () => {
    const { report, commits } = ran();
    expect(report).toMatchObject({ outcome: 'done', exit: 0, head: commits.at(-1) });
    expect(new Set(report.checkpoints.map((c) => c.commit))).toEqual(new Set(commits));
    const proof = report.baseline?.result.status === 'none' ? 'unproved' : 'met';
    expect(report.requirements.length).toBeGreaterThan(0);
    expect(new Set(report.requirements.map((r) => r.status))).toEqual(new Set([proof]));
  });

  test('is green on every commit that landed, but for what was red before', async () => {
    const { commits, report, command } = ran();
    const { command: check = '', tests } = report.baseline?.result ?? {};
    const known = tests?.failures.map((f) => f.name) ?? [];
    for (const commit of commits) {
      const { exitCode, stdout } = await command(commit, check);
      const wanted = exitCode === 0 || commit === report.head ? [] : known;
      expect({ commit, red: exitCode === 0 ? [] : failures(stdout) }).toEqual({ commit, red: wanted });
      expect({ commit, exitCode }).toEqual({ commit, exitCode: wanted.length > 0 ? 1 : 0 });
    }
  });

  test('asks for each reply that was written, and for no other', () => {
    const replies = Object.values(session).reduce((sum, all) => sum + all.length, 0);
    expect(ran().left()).toEqual([]);
    expect(ran().report.spent.calls).toBe(replies);
  });

  test('has no tool call refused', () => {
    const answers = Object.keys(session).flatMap((id) => ran().conversation(id));
    expect(answers.filter((m) => m.role === 'tool' && !m.ok)).toEqual([]);
  });

  test('changes only files that the plan names, and nothing of its user', () => {
    const { events, touched, report } = ran();
    const planned = events.flatMap((e) => (e.type === 'plan.made' ? e.plan.checkpoints : []));
    for (const { attempt, changed } of events.filter((e) => e.type === 'attempt.submitted')) {
      const files = planned.find((c) => attempt.startsWith(`${c.id}.`))?.files;
      expect(files).toEqual(expect.arrayContaining([...changed]));
    }
    expect(touched).toEqual([]);
    expect(report.userTree).toEqual([]);
  });

  return ran;
}

/** Names of failed tests in TAP. */
const failures = (tap: string): string[] =>
  [...tap.matchAll(/^not ok \d+ - (.*)$/gm)].map(([, name = '']) => name);
