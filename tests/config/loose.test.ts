import { describe, expect, it } from 'vitest';
import { readFlags, readVariables } from '../../src/config/loose.ts';
import { problemsOf } from './problems-of.ts';

describe('flags', () => {
  it('are read as the command line gives them; those that are no settings are left out', () => {
    const { given, kind, place } = readFlags({
      check: ['npm run lint', 'npm test'],
      files: 'src/**',
      parallel: '4',
      budget: 'none',
      minutes: 30,
      plan: false,
      setup: undefined,
      checkTimeout: '10m',
      json: true,
      allowDirty: true,
    });
    expect(given).toEqual({
      check: ['npm run lint', 'npm test'],
      files: ['src/**'],
      parallel: 4,
      budget: null,
      minutes: 30,
      plan: false,
      checkTimeout: 600_000,
    });
    expect(kind).toBe('flag');
    expect(place(['checkTimeout'])).toBe('--check-timeout');
    expect(place(['plan'])).toBe('--no-plan');
  });

  it('take labels with commas between them', () => {
    expect(readFlags({ labels: 'gpu, node22' }).given).toEqual({ labels: ['gpu', 'node22'] });
    expect(readVariables({ ORCHESTRATE_LABELS: 'gpu,node22' }).given).toEqual({ labels: ['gpu', 'node22'] });
    expect(problemsOf(() => readFlags({ labels: 'g+u' }))[0]).toContain(
      'expected a label such as gpu or node22',
    );
  });

  it('leave the plan alone unless it is turned off', () => {
    expect(readFlags({ plan: true }).given).toEqual({});
  });

  it('are refused by their name', () => {
    expect(problemsOf(() => readFlags({ parallel: 'x' }))).toEqual([
      '--parallel: expected a number, received "x"',
    ]);
    expect(problemsOf(() => readFlags({ budget: '-3', approve: 'all', mode: 'wild' }))).toEqual([
      '--approve: expected plan or checkpoint, received "all"',
      '--budget: expected more than 0, received -3',
      '--mode: expected plan or ask or auto or full, received "wild"',
    ]);
    expect(problemsOf(() => readFlags({ minutes: '' }))[0]).toContain('received ""');
  });
});

describe('variables', () => {
  it('stand for every flag, lists with an entry a line', () => {
    const { given, ignored } = readVariables({
      ORCHESTRATE_PARALLEL: '2',
      ORCHESTRATE_CHECK: 'npm run lint\n\nnpm test\n',
      ORCHESTRATE_FILES: 'src/{a,b}/**',
      ORCHESTRATE_CHECK_TIMEOUT: '90s',
      ORCHESTRATE_PLAN: 'false',
      ORCHESTRATE_MODEL: ' gpt ',
      ORCHESTRATE_SETUP: '',
      ORCHESTRATE_CASES: '/somewhere',
      PARALLEL: '9',
    });
    expect(given).toEqual({
      parallel: 2,
      check: ['npm run lint', 'npm test'],
      files: ['src/{a,b}/**'],
      checkTimeout: 90_000,
      plan: false,
      model: 'gpt',
    });
    expect(ignored).toEqual([]);
  });

  it('are refused by their name', () => {
    expect(
      problemsOf(() => readVariables({ ORCHESTRATE_PARALLEL: 'many', ORCHESTRATE_PLAN: 'perhaps' })),
    ).toEqual([
      'ORCHESTRATE_PARALLEL: expected a number, received "many"',
      'ORCHESTRATE_PLAN: expected true or false, received "perhaps"',
    ]);
  });

  it('that look like a slip are told', () => {
    const { given, ignored } = readVariables({ ORCHESTRATE_PARALEL: '2' });
    expect(given).toEqual({});
    expect(ignored.map((i) => `${i.place}: ${i.message}`)).toEqual([
      'ORCHESTRATE_PARALEL: no such setting; did you mean ORCHESTRATE_PARALLEL?',
    ]);
  });
});
