import { expect, it } from 'vitest';
import type { EventOf } from '../../src/domain/event.ts';
import { nothing, spend } from '../../src/domain/usage.ts';
import { perAccepted, remarksOf } from '../../src/view/costs.ts';
import { reportFacts } from '../../src/view/facts.ts';
import { tellAll } from '../../src/view/lines.ts';
import { plain } from '../../src/view/row.ts';
import { renderReport } from '../../src/view/report-text.ts';
import { begin, called, opening, timed, whole } from './story.ts';

const usage = (usd: number | null, estimated = false) => ({
  input: 3000,
  cached: 0,
  output: 300,
  usd,
  ...(estimated && { estimated }),
});
const call = (more: Partial<EventOf<'model.called'>>): EventOf<'model.called'> => ({
  type: 'model.called',
  role: 'coder',
  conversation: 'c1.a1.coder',
  attempt: 'c1.a1',
  model: 'small',
  usage: usage(0.01),
  ms: 1,
  ...more,
});

it('shares everything that was spent among what landed, and nothing where nothing did', () => {
  const spent = [usage(0.3), usage(0.1)].reduce(spend, nothing);
  expect(perAccepted(spent, 2)).toEqual({
    accepted: 2,
    usd: 0.2,
    complete: true,
    input: 3000,
    output: 300,
    estimated: false,
  });
  expect(perAccepted(spent, 0)).toBeNull();
});

it('never takes an unknown price for none', () => {
  const some = [usage(0.3), usage(null)].reduce(spend, nothing);
  expect(perAccepted(some, 1)).toMatchObject({ usd: 0.3, complete: false });
  expect(perAccepted([usage(null)].reduce(spend, nothing), 1)).toMatchObject({ usd: null, complete: false });
});

it('marks a share that was estimated', () => {
  const guess = { ...usage(0.05, true), input: 4000, output: 500 };
  const events = whole.map((event) =>
    event.type === 'model.called' ? Object.assign({}, event, { usage: guess }) : event,
  );
  const report = reportFacts(timed(events), { records: null, userTree: [] });
  expect(renderReport(report).map(plain)).toContain(
    '  for each of 2 accepted checkpoints: 16.0k tokens in, 2.0k out · ~$0.20',
  );
});

it('lists every call with the model that answered it, or failed to', () => {
  const failed = call({ model: 'large', failed: 'HTTP 500', usage: usage(null) });
  const events = timed([...opening, begin('c1.a1'), called('coder', 'c1.a1', 'small'), failed]);
  const { calls } = reportFacts(events, { records: null, userTree: [] });
  expect(calls.map(({ role, model, usd, outcome }) => [role, model, usd, outcome])).toEqual([
    ['planner', 'judge', 0.05, 'answered'],
    ['coder', 'small', 0.01, 'answered'],
    ['coder', 'large', null, 'failed'],
  ]);
});

it('says each remark once, with how often it came, and what was paid for in vain', () => {
  const remarks = ['temperature refused, sent without'];
  const calls = [call({ remarks }), call({ remarks }), call({ model: 'large', failed: 'HTTP 500' })];
  expect(remarksOf(calls)).toEqual([
    { model: 'small', remark: 'temperature refused, sent without', times: 2 },
    { model: 'large', remark: 'paid for, and of no use: HTTP 500', times: 1 },
  ]);
});

it('tells a remark as it comes, and not again', () => {
  const remarked = { ...called('coder', 'c1.a1', 'small'), remarks: ['the server cut the prompt'] };
  const { lately } = tellAll(timed([...opening, begin('c1.a1'), remarked, remarked]));
  expect(lately.map((said) => plain(said.row)).filter((text) => text.includes('cut the prompt'))).toEqual([
    'small: the server cut the prompt',
  ]);
});
