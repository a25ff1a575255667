import { expect, test } from 'vitest';
import { goingOnWith } from '../../src/cli/going-on.ts';
import type { Wish } from '../../src/domain/wish.ts';
import { accepted } from '../domain/events.ts';
import { after, sha, working } from '../domain/world.ts';

const waiting = after(working({ approve: 'checkpoint' }), ...accepted('c1.a1', sha(7)), {
  type: 'run.paused',
  reason: 'person',
  detail: 'c1 waits',
});
const types = async (...wishes: Wish[]): Promise<string[]> =>
  (await goingOnWith(wishes, waiting, { planYaml: '/nowhere/plan.yaml' })).map(({ type }) => type);

test('a word about a plan that waits no more reaches no checkpoint that its writer was not asked about', async () => {
  expect(await types({ wish: 'approve', checkpoint: null })).toEqual(['run.resumed']);
  expect(await types({ wish: 'decline', checkpoint: null, text: 'Shorter.' })).toEqual(['run.resumed']);
  expect(await types({ wish: 'answer', checkpoint: null, text: 'Yes.' })).toEqual(['run.resumed']);
  expect(await types({ wish: 'approve', checkpoint: 'c1' })).toEqual(['run.resumed', 'checkpoint.approved']);
});
