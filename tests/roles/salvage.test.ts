import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { salvage } from '../../src/roles/salvage.ts';

const Shape = z.strictObject({ decision: z.enum(['accept', 'revise']), reason: z.string() });
const read = (text: string) => salvage(Shape, text);
const revise = { decision: 'revise', reason: 'a "b" {c}' };
const json = JSON.stringify(revise);

describe('an object in a text', () => {
  it.each([
    ['alone', json],
    ['fenced', `\`\`\`json\n${json}\n\`\`\``],
    ['after prose and before it', `I think {this} is it:\n\n**${json}**\n\nThanks.`],
    ['over many lines', JSON.stringify(revise, null, 4)],
    ['with single quotes and a comma too many', `{'decision': 'revise', 'reason': 'a "b" {c}',}`],
  ])('is read %s', (_, text) => {
    expect(read(text)).toEqual(revise);
  });

  it('counts when it is the last one that fits', () => {
    expect(read(`{"decision":"accept","reason":""} on second thought ${json} {"x":1}`)).toEqual(revise);
  });

  it.each([
    ['words without an object', 'decision: accept'],
    ['another shape', '{"verdict":"accept"}'],
    ['one key too many', '{"decision":"accept","reason":"","sure":true}'],
    ['an object that never closes', '{"decision":"accept","reason":"'],
    ['an object inside another one', `{"quoted": ${json}}`],
    ['nothing', ''],
  ])('is not guessed from %s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  it('is found within any text around it that has no braces', () => {
    const prose = fc.string().map((s) => s.replaceAll(/[{}"]/g, ''));
    fc.assert(
      fc.property(prose, prose, (before, behind) => {
        expect(read(`${before}${json}${behind}`)).toEqual(revise);
      }),
    );
  });

  it('is looked for only so often where braces never close', () => {
    expect(read('{'.repeat(200_000))).toBeUndefined();
  });
});
