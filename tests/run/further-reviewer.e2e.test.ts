import { expect, test } from 'vitest';
import type { Reply } from '../../src/model/model.ts';
import { call, says } from '../../src/model/scripted.ts';
import { accepts, done, plans } from '../specs/session.ts';
import { played, point } from './played.ts';

const p = point('c1');
const write = (path: string, content: string): Reply => says('', call('write', { path, content }));
const fine = accepts(p, { reason: 'it is right', evidence: ['the diff'] });
const concludes = (verdict: object): Reply => says('', call('finish', verdict));
const leak = { file: 'a.txt', line: 1, severity: 'blocking', problem: 'prints the token' };
const ROLES = {
  '.orchestrate/roles/security.md': '---\nkind: reviewer\nturns: 9\n---\nYou look for leaks only.\n',
  '.orchestrate/roles/tables.md': '---\nkind: reviewer\nwhen: "*.sql"\n---\nYou look at tables.\n',
};

test('what the reviewer accepts lands only when an added reviewer accepts it, too', async () => {
  const ran = await played({
    files: { 'a.txt': 'a\n', 'check.sh': 'echo "ok 1 - a"; echo 1..1\n', ...ROLES },
    check: 'sh check.sh',
    session: {
      planner: [plans(['it'], p)],
      'c1.a1.coder': [write('a.txt', 'token\n'), done('done')],
      'c1.a1.reviewer': [fine],
      'c1.a1.security': [concludes({ decision: 'revise', reason: 'a secret is printed', findings: [leak] })],
      'c1.a2.coder': [write('a.txt', 'A\n'), done('done')],
      'c1.a2.reviewer': [fine],
      'c1.a2.security': [concludes({ decision: 'accept', reason: 'no leak', resolved: ['c1.a1.f1'] })],
    },
  });
  expect(ran.left()).toEqual([]);
  const [first, second] = ran.of('review.given');
  expect(first).toMatchObject({
    verdict: {
      decision: 'revise',
      reason: 'security: a secret is printed',
      findings: [{ ...leak, id: 'c1.a1.f1', role: 'security' }],
    },
    others: [{ role: 'security', decision: 'revise' }],
  });
  expect(second).toMatchObject({
    verdict: { decision: 'accept', reason: 'it is right\nsecurity: no leak' },
    others: [{ role: 'security', decision: 'accept' }],
  });
  expect(ran.brief('c1.a2.coder')).toContain('security: a.txt:1 prints the token');
  expect(ran.brief('c1.a2.security')).toContain('c1.a1.f1 (blocking) a.txt:1: prints the token');
  expect(ran.brief('c1.a2.reviewer')).not.toContain('prints the token');
  expect(ran.report).toMatchObject({ outcome: 'done', exit: 0 });
  expect(ran.report.spentBy.map(({ role }) => role)).toContain('security');
  expect(await ran.file('a.txt')).toBe('A');
});

test('without a verdict of an added reviewer there is no verdict', async () => {
  const prose = Array.from({ length: 8 }, () => says('looks fine to me'));
  const ran = await played({
    files: {
      'a.txt': 'a\n',
      'check.sh': 'echo "ok 1 - a"; echo 1..1\n',
      'agents.yaml': 'limits: { rounds: 1, replans: 0 }\n',
      ...ROLES,
    },
    check: 'sh check.sh',
    session: {
      planner: [plans(['it'], p)],
      'c1.a1.coder': [write('a.txt', 'A\n'), done('done')],
      'c1.a1.reviewer': [fine, fine, fine, fine],
      'c1.a1.security': prose,
    },
  });
  expect(ran.of('review.given')).toEqual([]);
  expect(ran.of('review.unavailable')[0]?.reason).toMatch(/^security: the reviewer answered in prose/);
  expect(ran.exit).not.toBe(0);
});
