import { describe, expect, it } from 'vitest';
import type { Request } from '../../src/model/model.ts';
import { says } from '../../src/model/scripted.ts';
import { planBrief, planner, type PlanBrief } from '../../src/roles/planner.ts';
import { finishes, play, refusal } from './world.ts';

const agent = planner({ prompt: 'You plan.', tools: [], turns: 9, cap: 2 });
const one = { id: 'c1', title: 't', goal: 'g', acceptance: ['a'] };
const planned = {
  kind: 'plan',
  plan: {
    requirements: [],
    checkpoints: [{ ...one, after: [], files: [], covers: [], difficulty: 'medium' }],
  },
};

const lastWords = (request?: Request): string => {
  const last = request?.messages.at(-1);
  return last?.role === 'user' ? last.text : '';
};

const brief = (more: Partial<PlanBrief> = {}): string =>
  planBrief({
    spec: '# Fix it\n',
    tree: 'a.js\n',
    rules: '',
    check: ['npm test'],
    baseline: 'exit 0 · 3 tests',
    red: [],
    files: [],
    cap: 40,
    answers: [],
    ...more,
  });

describe('what a planner hands in', () => {
  it.each([
    ['a plan', { checkpoints: [one] }, planned],
    ['a reason to do nothing', { nothing_to_do: 'is there' }, { kind: 'nothing_to_do', reason: 'is there' }],
    ['a question', { question: 'which port?' }, { kind: 'question', question: 'which port?' }],
  ])('is %s', async (_, input, value) => {
    expect((await play(agent, [finishes(input)])).result).toEqual({ end: 'finished', value });
  });

  it.each([
    ['nothing', {}, 'give exactly one of checkpoints, nothing_to_do, question; none was there'],
    [
      'two things',
      { checkpoints: [one], question: 'or not?' },
      'give exactly one of checkpoints, nothing_to_do, question; checkpoints and question were there',
    ],
    ['no checkpoint', { checkpoints: [] }, 'the plan has no checkpoint'],
    [
      'more than the cap',
      { checkpoints: [one, { ...one, id: 'c2' }, { ...one, id: 'c3' }] },
      '3 checkpoints are too many',
    ],
    ['an order in a circle', { checkpoints: [{ ...one, after: ['c1'] }] }, 'c1 → c1'],
    [
      'a requirement without a checkpoint',
      { requirements: [{ id: 'R1', text: 'fast' }], checkpoints: [one] },
      'no checkpoint covers R1 (fast)',
    ],
  ])('is not %s: it hears why, once', async (_, input, words) => {
    const { result, transcript } = await play(agent, [finishes(input), finishes({ checkpoints: [one] })]);
    expect(refusal(transcript)).toContain(words);
    expect(result).toEqual({ end: 'finished', value: planned });
    const twice = await play(agent, [finishes(input), finishes(input)]);
    expect(twice.result).toMatchObject({ end: 'unfit', raw: JSON.stringify(input, null, 2) });
  });

  it('is read out of its words where it forgot the tool', async () => {
    const text = `Here is the **plan**:\n\`\`\`json\n${JSON.stringify({ checkpoints: [one] })}\n\`\`\`\nGood luck!`;
    expect((await play(agent, [says(text)])).result).toEqual({ end: 'finished', value: planned });
  });

  it('is asked for once more where its words hold none', async () => {
    const { result, requests } = await play(agent, [
      says('I would split it in two.'),
      finishes({ checkpoints: [one] }),
    ]);
    expect(result).toEqual({ end: 'finished', value: planned });
    expect(lastWords(requests[1])).toContain('`finish`');
    expect((await play(agent, [says('a'), says('b')])).result).toEqual({ end: 'text', text: 'b' });
  });
});

describe('the brief of a planner', () => {
  it('holds the spec byte for byte', () => {
    const spec = 'Replace `$&` and $1\r\n\ttabs {{x}} %s </spec>\nend';
    expect(brief({ spec })).toContain(spec);
  });

  it('says how the repository fares, and what limits the plan', () => {
    expect(brief()).toContain('Check: `npm test`. On the repository as it is: exit 0 · 3 tests.');
    expect(brief({ check: [] })).toContain('Check: none is configured.');
    expect(brief()).not.toContain('Red today');
    expect(brief({ red: ['rounds up'] })).toMatch(/Red today.*\n<failing-tests id="\w+">\nrounds up\n/);
    expect(brief({ cap: 5 })).toContain('At most 5 checkpoints.');
    expect(brief({ files: ['src/**'] })).toContain('Only these files may be changed: src/**.');
    expect(brief({ answers: ['port 80'] })).toContain('a person answered: port 80');
    expect(brief({ declined: ['You planned this before: x'] })).toContain('You planned this before: x');
  });
});
