import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { settle, type Desk } from '../../src/cli/settle.ts';
import type { Wish } from '../../src/domain/wish.ts';
import type { Need } from '../../src/view/needs.ts';
import { checkpoint } from '../view/story.ts';

const ENTER = '\r';
const DOWN = '\u001b[B';
const CTRL_C = '\u0003';

type Told = { readonly wishes: Wish[]; readonly screen: string; readonly shown: string[] };

/** A person who gives the next keys each time that something new is asked. */
async function person(
  needs: readonly Need[],
  keys: readonly string[],
  more: Partial<Desk> = {},
): Promise<Told> {
  const [keyboard, terminal] = [new PassThrough(), new PassThrough()];
  const left = [...keys];
  const shown: string[] = [];
  let screen = '';
  terminal.on('data', (data: Buffer) => {
    const text = data.toString();
    screen += text;
    // Each question begins with its own mark.
    if (text.includes('◆')) {
      setTimeout(() => keyboard.write(left.shift() ?? CTRL_C), 5);
    }
  });
  const wishes = await settle(needs, {
    keyboard,
    terminal,
    signal: new AbortController().signal,
    planFile: '/records/plan.yaml',
    plan: ['c1', 'c2'].map((id) => ({ checkpoint: checkpoint(id, `Part ${id}`) })),
    planner: 'there',
    planTrouble: async () => Promise.resolve(undefined),
    show: async (id) => {
      shown.push(id);
      return Promise.resolve();
    },
    ...more,
  });
  return { wishes, screen, shown };
}

const PLAN: Need[] = [{ need: 'plan' }];
const CHANGE: Need[] = [{ need: 'approval', checkpoint: 'c1', title: 'Part c1' }];

describe('what a person says to a plan', () => {
  it('is a yes by Enter, with the plan before their eyes and the way to its file', async () => {
    const { wishes, screen } = await person(PLAN, [ENTER]);
    expect(wishes).toEqual([{ wish: 'approve', checkpoint: null }]);
    expect(screen).toMatch(
      /c1 {3}Part c1[^]*c2 {3}Part c2[^]*\/records\/plan\.yaml[^]*Go on with this plan\?/,
    );
  });

  it('is a no with words', async () => {
    const { wishes } = await person(PLAN, [`${DOWN}${ENTER}`, `Fewer steps.${ENTER}`]);
    expect(wishes).toEqual([{ wish: 'decline', checkpoint: null, text: 'Fewer steps.' }]);
  });

  it.each([
    ['by its own choice', [`${DOWN}${DOWN}${ENTER}`]],
    ['by turning away', [CTRL_C]],
    ['by a no without words', [`${DOWN}${ENTER}`, ENTER]],
  ])('is nothing for now %s', async (_, keys) => {
    expect((await person(PLAN, keys)).wishes).toEqual([]);
  });

  it('is asked again where the edited plan is none', async () => {
    const troubles = ['plan.yaml:3:1: no such thing'];
    const { wishes, screen } = await person(PLAN, [ENTER, ENTER], {
      planTrouble: async () => Promise.resolve(troubles.shift()),
    });
    expect(wishes).toEqual([{ wish: 'approve', checkpoint: null }]);
    expect(screen).toContain('plan.yaml:3:1: no such thing');
  });

  it('is no wish for another where no planner made it', async () => {
    const { screen } = await person(PLAN, [ENTER], { planner: 'none' });
    expect(screen).not.toContain('another');
  });
});

describe('what a person says to a change', () => {
  it('is a yes, after a look', async () => {
    const { wishes, shown } = await person(CHANGE, [`${DOWN}${ENTER}`, ENTER]);
    expect(shown).toEqual(['c1']);
    expect(wishes).toEqual([{ wish: 'approve', checkpoint: 'c1' }]);
  });

  it('is a no with words for its coder', async () => {
    const { wishes } = await person(CHANGE, [`${DOWN}${DOWN}${ENTER}`, `Shorter.${ENTER}`]);
    expect(wishes).toEqual([{ wish: 'decline', checkpoint: 'c1', text: 'Shorter.' }]);
  });
});

it('questions are answered one after the other, until one is left for later', async () => {
  const needs: Need[] = [
    { need: 'answer', checkpoint: null, question: 'Which \u001b[2Jport?' },
    { need: 'answer', checkpoint: 'c2', question: 'Why?' },
    ...CHANGE,
  ];
  const { wishes, screen } = await person(needs, [`80${ENTER}`, ENTER]);
  expect(wishes).toEqual([{ wish: 'answer', checkpoint: null, text: '80' }]);
  expect(screen).toContain('The planner asks: Which port?');
  expect(screen).not.toContain('land?');
});
