import { describe, expect, it } from 'vitest';
import { UserFile } from '../../src/config/schema.ts';
import { nearest, suggestKey } from '../../src/config/suggest-key.ts';

describe('the nearest name', () => {
  const known = ['parallel', 'budget', 'check', 'checkTimeout', 'setup', 'plan'];

  it.each([
    ['paralel', 'parallel'],
    ['Budget', 'budget'],
    ['chekc', 'check'],
    ['check_timeout', 'checkTimeout'],
    ['check-timeout', 'checkTimeout'],
    ['checktimeuot', 'checkTimeout'],
    ['plna', 'plan'],
  ])('to %s is %s', (name, expected) => {
    expect(nearest(name, known)).toBe(expected);
  });

  it.each(['', 'x', 'rounds', 'timeout', 'somethingElse'])('to %j is none of them', (name) => {
    expect(nearest(name, known)).toBeUndefined();
  });

  it('to anything is none of none', () => {
    expect(nearest('a', [])).toBeUndefined();
  });
});

describe('a suggestion', () => {
  it.each([
    [['rolls'], 'did you mean roles?'],
    [['roles', 'coder', 'turn'], 'did you mean roles.coder.turns?'],
    [['roles', 'coder', 'model', 'eazy'], 'did you mean roles.coder.model.easy?'],
    [['models', 'my-model', 'prise'], 'did you mean models.my-model.price?'],
    [['models', 'm', 'price', 'outputs'], 'did you mean models.m.price.output?'],
    [['providers', 'p', 'baseURL'], 'did you mean providers.p.baseUrl?'],
    [['rounds'], 'it belongs at limits.rounds'],
    [['limits', 'setup'], 'it belongs at setup'],
    [['planner'], 'it belongs at roles.planner'],
    [['turns'], 'it belongs at roles.planner.turns or roles.coder.turns'],
    [['models', 'm', 'budget'], 'known here: name, provider,'],
    [['network', 'forbid'], 'known here: allow'],
  ])('for %j', (path, expected) => {
    expect(suggestKey(path, UserFile)).toContain(expected);
  });
});
