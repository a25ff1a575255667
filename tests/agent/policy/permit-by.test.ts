import { describe, expect, it } from 'vitest';
import {
  permitBy,
  permitByAll,
  type PermitOptions,
  type PersonSays,
} from '../../../src/agent/policy/permit-by.ts';
import type { Wish } from '../../../src/agent/permit.ts';

const command = (text: string): Wish => ({ kind: 'command', command: text });
const write: Wish = { kind: 'write', paths: ['src/a.ts'] };

const permitIn = (mode: PermitOptions['mode'], more: Partial<PermitOptions> = {}) => {
  const permit = permitBy({ mode, rules: { allow: ['npm test'], deny: ['npm install*'] }, ...more });
  return async (wish: Wish) => permit({ tool: 'some', wish });
};

/** A person who gives these answers one after the other. */
function person(...answers: PersonSays[]) {
  const asked: string[] = [];
  let under = 0;
  return {
    asked,
    ask: async ({ what }: { what: string }): Promise<PersonSays> => {
      expect(++under).toBe(1);
      asked.push(what);
      await new Promise(setImmediate);
      under -= 1;
      return answers.shift() ?? 'no';
    },
  };
}

describe('of two who permit', () => {
  const rules = { allow: [], deny: [] };
  it.each([
    ['auto', 'auto', 'allow'],
    ['ask', 'auto', 'deny'],
    ['auto', 'plan', 'deny'],
    ['full', 'ask', 'deny'],
  ] as const)('%s and %s write: %s', async (one, other, wanted) => {
    const permit = permitByAll([permitBy({ mode: one, rules }), permitBy({ mode: other, rules })]);
    expect((await permit({ tool: 'write', wish: write })).decision).toBe(wanted);
  });

  it('each keeps its prohibitions', async () => {
    const npm = permitBy({ mode: 'auto', rules: { allow: [], deny: ['npm *'] } });
    const make = permitBy({ mode: 'auto', rules: { allow: [], deny: ['make *'] } });
    const both = permitByAll([npm, make]);
    const said = async (text: string) => (await both({ tool: 'bash', wish: command(text) })).decision;
    expect([await said('npm ci'), await said('make all'), await said('cargo build')]).toEqual([
      'deny',
      'deny',
      'allow',
    ]);
  });
});

describe('with nobody to ask', () => {
  it.each([
    ['plan', { look: 'allow', ls: 'allow', npm: 'deny', write: 'deny', other: 'deny' }],
    ['ask', { look: 'allow', ls: 'allow', npm: 'allow', write: 'deny', other: 'deny' }],
    ['auto', { look: 'allow', ls: 'allow', npm: 'allow', write: 'allow', other: 'allow' }],
    ['full', { look: 'allow', ls: 'allow', npm: 'allow', write: 'allow', other: 'allow' }],
  ] as const)('mode %s decides', async (mode, wanted) => {
    const permit = permitIn(mode);
    const wishes = {
      look: { kind: 'look' },
      ls: command('ls'),
      npm: command('npm test'),
      write,
      other: { kind: 'other' },
    } as const;
    for (const [name, wish] of Object.entries(wishes)) {
      const found = Object.entries(wanted).find(([key]) => key === name);
      expect([name, (await permit(wish)).decision]).toEqual(found);
    }
  });

  it('tells the model what it may do instead', async () => {
    const said = await permitIn('ask')(command('npm run build'));
    expect(said).toMatchObject({ decision: 'deny', rule: 'not-listed' });
    expect(said).toHaveProperty(
      'text',
      expect.stringMatching(/npm is not among .*Nobody is there.*git diff.*npm test/),
    );
    expect(await permitIn('auto')(command('git push'))).toHaveProperty(
      'text',
      expect.stringMatching(/rule git/),
    );
    expect(await permitIn('auto')(command('npm install x'))).toMatchObject({ rule: 'deny npm install*' });
  });
});

describe('with a person', () => {
  it('asks once for each call, and what is allowed for always no more', async () => {
    const { asked, ask } = person('once', 'always', 'no');
    const permit = permitIn('ask', { ask });
    expect(await permit(command('make a'))).toEqual({ decision: 'allow', rule: 'person once' });
    expect(await permit(command('make a'))).toEqual({ decision: 'allow', rule: 'person always' });
    expect(await permit(command('make a --fast'))).toEqual({ decision: 'allow', rule: 'reading' });
    expect(await permit(command('make b'))).toMatchObject({ decision: 'deny', rule: 'person' });
    expect(asked).toEqual(['make a', 'make a', 'make b']);
  });

  it('asks one thing at a time, and not again what has just been answered', async () => {
    const { asked, ask } = person('always');
    const permit = permitIn('ask', { ask });
    const said = await Promise.all([permit(write), permit(write), permit(command('ls'))]);
    expect(said.map(({ decision }) => decision)).toEqual(['allow', 'allow', 'allow']);
    expect(asked).toEqual(['change src/a.ts']);
  });

  it('is not asked about what no mode allows', async () => {
    const { asked, ask } = person('always', 'always');
    expect(await permitIn('ask', { ask })(command('sudo ls'))).toMatchObject({ decision: 'deny' });
    expect(await permitIn('plan', { ask })(command('make'))).toMatchObject({ decision: 'deny' });
    expect(asked).toEqual([]);
  });
});
