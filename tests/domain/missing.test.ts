import { describe, expect, it } from 'vitest';
import { missing } from '../../src/domain/missing.ts';
import { Checkpoint } from '../../src/domain/plan.ts';
import { accept, revise } from './world.ts';

const planned = {
  requirements: [
    { id: 'R1', text: 'Prices are exact' },
    { id: 'R2', text: 'Receipts add up' },
  ],
  taken: ['c1', 'c10', 'c2'],
};
const unmet = (criterion: string, evidence = '') => ({ criterion, met: false, evidence });
const finding = { file: 'a.ts', line: 3, severity: 'blocking' as const, problem: 'it leaks' };

describe('what is missing in the whole', () => {
  it('is nothing where it is accepted', () => {
    expect(missing(accept, planned)).toEqual([]);
    expect(missing({ ...accept, findings: [{ ...finding, severity: 'note' }] }, planned)).toEqual([]);
  });

  it('is a checkpoint for each requirement that is not met, with ids that go on', () => {
    const criteria = [unmet('R2: receipts', 'no total is printed'), { ...unmet('R1'), met: true }];
    const [one, ...more] = missing({ ...revise, criteria, findings: [finding] }, planned);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ id: 'c11', title: 'Receipts add up', covers: ['R2'] });
    expect(one?.goal).toContain('no total is printed');
    expect(one?.goal).toContain('a.ts:3 it leaks');
    expect(Checkpoint.parse(one)).toEqual(one);
  });

  it('goes by the order of the requirements where the words name none', () => {
    const criteria = [{ ...unmet('prices'), met: true }, unmet('receipts')];
    expect(missing({ ...revise, criteria }, planned)[0]?.covers).toEqual(['R2']);
    expect(missing({ ...revise, criteria: [unmet('R9: more')] }, planned)[0]?.covers).toEqual([]);
  });

  it('is one checkpoint for all that is wrong where every requirement is met, and for a bare refusal', () => {
    const both = missing({ ...accept, findings: [finding, { ...finding, file: 'b.ts' }] }, planned);
    expect(both).toHaveLength(1);
    expect(both[0]?.goal).toMatch(/a\.ts:3[\s\S]*b\.ts:3/);
    expect(missing({ ...revise, reason: 'the parts do not fit' }, planned)[0]?.goal).toContain('do not fit');
  });
});
