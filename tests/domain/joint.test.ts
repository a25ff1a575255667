import { describe, expect, it } from 'vitest';
import { ownRounds, type Review } from '../../src/domain/earlier.ts';
import type { Finding } from '../../src/domain/finding.ts';
import { joint, type Further } from '../../src/domain/joint.ts';
import type { Verdict } from '../../src/domain/verdict.ts';

const verdict = (more: Partial<Verdict> = {}): Verdict => ({
  decision: 'accept',
  reason: 'fine',
  criteria: [],
  findings: [],
  ...more,
});
const finding = (more: Partial<Finding> = {}): Finding => ({
  file: 'a.ts',
  severity: 'blocking',
  problem: 'leaks',
  ...more,
});
const by = (role: string, more: Partial<Verdict> = {}): Further => ({
  role,
  model: 'strong',
  verdict: verdict(more),
});
const round = (...findings: Finding[]): Review => ({
  attempt: 'c1.a1',
  commit: 'a'.repeat(40),
  base: 'b'.repeat(40),
  model: 'judge',
  verdict: verdict({ decision: 'revise', findings }),
});

describe('one verdict of several', () => {
  it('is the first one where nobody else was asked', () => {
    const first = verdict();
    expect(joint(first, [], [])).toBe(first);
  });

  it('accepts where all accept, and says what each said', () => {
    const all = joint(
      verdict(),
      [by('security', { reason: 'no way in' }), by('speed', { reason: 'fast' })],
      [],
    );
    expect(all).toEqual(verdict({ reason: 'fine\nsecurity: no way in\nspeed: fast' }));
  });

  it.each([
    [['accept', 'revise'], 'revise'],
    [['revise', 'accept'], 'revise'],
    [['revise', 'reject'], 'reject'],
  ] as const)('of %j is %s, and its reason is that of whoever refuses', (decisions, decision) => {
    const further = decisions.map((d, i) => by(`r${String(i)}`, { decision: d, reason: d }));
    const all = joint(verdict(), further, []);
    expect(all.decision).toBe(decision);
    expect(all.reason).not.toMatch(/fine|accept/);
    expect(all.reason).toContain(`: ${decision}`);
  });

  it('names the role at each of its findings and at what it finds unmet, and keeps those of the first as they are', () => {
    const note = finding({ severity: 'note', problem: 'long' });
    const criteria = [{ criterion: 'it works', met: true, evidence: 'a.ts:1' }];
    const all = joint(
      verdict({ findings: [note], criteria }),
      [
        by('security', {
          decision: 'revise',
          findings: [finding()],
          criteria: [
            { criterion: 'no secret is printed', met: false, evidence: '' },
            { criterion: 'paths are joined', met: true, evidence: 'a.ts:2' },
          ],
        }),
      ],
      [],
    );
    expect(all.findings).toEqual([note, finding({ role: 'security' })]);
    expect(all.criteria).toEqual([
      ...criteria,
      { criterion: 'security: no secret is printed', met: false, evidence: '' },
    ]);
  });

  it('lets a role speak by id of its own findings alone', () => {
    const earlier = [round(finding({ id: 'f1' }), finding({ id: 'f2', role: 'security' }))];
    const said = [finding({ id: 'f1' }), finding({ id: 'f2' })];
    const all = joint(verdict(), [by('security', { decision: 'revise', findings: said })], earlier);
    expect(all.findings).toEqual([finding({ role: 'security' }), finding({ id: 'f2', role: 'security' })]);
  });

  it('holds what any of them calls resolved', () => {
    const all = joint(verdict({ resolved: ['f1'] }), [by('security', { resolved: ['f2'] })], []);
    expect(all.resolved).toEqual(['f1', 'f2']);
    expect(joint(verdict(), [by('security')], [])).not.toHaveProperty('resolved');
  });
});

describe('earlier rounds', () => {
  it('are shown to each with its own findings; to an added role, those in which it had some', () => {
    const [plain, mixed] = [
      round(finding()),
      round(finding({ problem: 'slow' }), finding({ role: 'security' })),
    ];
    const problems = (rounds: readonly Review[]) =>
      rounds.map((r) => r.verdict.findings.map((f) => f.problem));
    expect(problems(ownRounds([plain, mixed]))).toEqual([['leaks'], ['slow']]);
    expect(problems(ownRounds([plain, mixed], 'security'))).toEqual([['leaks']]);
    expect(ownRounds([plain], 'security')).toEqual([]);
  });
});
