import { expect, test } from 'vitest';
import type { Reply } from '../../src/model/model.ts';
import { call, says, scripted } from '../../src/model/scripted.ts';
import type { Caller } from '../../src/run/models.ts';
import { accepts, done, plans } from '../specs/session.ts';
import { played, point } from './played.ts';

const p = point('c1');
const FILES = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'check.sh': 'echo "ok 1 - a"; echo 1..1\n' };
const write = (path: string, content: string): Reply => says('', call('write', { path, content }));
const verdict = (more: object): Reply =>
  says(
    '',
    call('finish', {
      decision: 'revise',
      reason: 'not yet',
      criteria: [{ criterion: 'it holds', met: true, evidence: 'the diff' }],
      findings: [],
      ...more,
    }),
  );
const blocking = (file: string) => ({ file, severity: 'blocking', problem: `${file} is wrong` });

test('a second review sees what is new since the first, and has to answer what the change leaves as it was', async () => {
  const ran = await played({
    files: FILES,
    check: 'sh check.sh',
    session: {
      planner: [plans(['it'], p)],
      'c1.a1.coder': [write('a.txt', 'A\n'), write('b.txt', 'B\n'), done('done')],
      'c1.a1.reviewer': [verdict({ findings: [blocking('a.txt'), blocking('b.txt')] })],
      'c1.a2.coder': [write('a.txt', 'AA\n'), done('done')],
      'c1.a2.reviewer': [
        verdict({ decision: 'accept' }),
        verdict({ decision: 'accept', resolved: ['c1.a1.f2'] }),
      ],
    },
  });
  expect(ran.of('review.given')[0]?.verdict.findings.map(({ id }) => id)).toEqual(['c1.a1.f1', 'c1.a1.f2']);
  const brief = ran.brief('c1.a2.reviewer');
  const [, delta = ''] = /<delta id="\w+">\n([\s\S]*?)<\/delta/.exec(brief) ?? [];
  expect(delta).toContain('+AA');
  expect(delta).not.toContain('+B\n');
  expect(brief).toMatch(/<diff id="\w+">[\s\S]*\+B\n/);
  expect(ran.answered('c1.a2.reviewer')).toContain('a word on c1.a1.f2 (b.txt is wrong)');
  expect(ran.answered('c1.a2.reviewer')).not.toContain('c1.a1.f1');
  expect(ran.report).toMatchObject({ outcome: 'done', exit: 0 });
});

/** Reviewers of two models: the first is never content, the second says what it is told to. */
const play = async (last: Reply) => {
  const asked: string[] = [];
  const models = (caller: Caller) => {
    const { role, alias, conversation } = caller;
    asked.push(role === 'reviewer' ? `${conversation} ${alias}` : role);
    const weak = verdict({ reason: 'I would do it otherwise' });
    const n = Number(/a(\d)/.exec(conversation)?.[1]);
    return {
      planner: scripted(plans(['it'], p)).model,
      coder: scripted(write('a.txt', `A${String(n)}\n`), done('done')).model,
      reviewer: scripted(alias === 'strong' ? last : weak).model,
    }[role as 'planner' | 'coder' | 'reviewer'];
  };
  const agents = `models:\n  weak: { name: weak }\n  strong: { name: strong }\n  code: { name: code }\nroles:\n  planner: { model: strong }\n  coder: { model: code }\n  reviewer: { model: [weak, strong] }\nlimits: { rounds: 2, replans: 0 }\n`;
  const ran = await played({ files: { ...FILES, 'agents.yaml': agents }, check: 'sh check.sh', models });
  return { ran, reviewers: asked.filter((a) => a.includes('reviewer')) };
};

test('after the last round the stronger reviewer has the last word, on the very commit', async () => {
  const { ran, reviewers } = await play(accepts(p, { reason: 'it is right', evidence: ['the diff'] }));
  expect(reviewers).toEqual(['c1.a1.reviewer weak', 'c1.a2.reviewer weak', 'c1.a2.reviewer.2 strong']);
  const given = ran.of('review.given');
  expect(given.at(-1)?.commit).toBe(given.at(-2)?.commit);
  expect(ran.report).toMatchObject({ outcome: 'done', exit: 0 });
});

test('where it is not content either, the checkpoint is blocked and its work is kept', async () => {
  const { ran, reviewers } = await play(verdict({ reason: 'it is wrong indeed' }));
  expect(reviewers).toHaveLength(3);
  expect(ran.report.checkpoints[0]).toMatchObject({
    status: 'blocked',
    reason: expect.stringContaining('it is wrong indeed') as string,
    kept: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
  });
});
