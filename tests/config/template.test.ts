import { describe, expect, it } from 'vitest';
import { checkPlaceholders, fill } from '../../src/config/template.ts';
import { problemsOf } from './problems-of.ts';

const template = (body: string, bodyLine = 1) => ({ body, file: 'roles/coder.md', bodyLine });

describe('a prompt with places to fill', () => {
  it('takes values in, wherever they stand and however often', () => {
    expect(fill(template('{{a}} and {{ b }}{{a}}.'), { a: '1', b: '2' })).toBe('1 and 21.');
    expect(fill(template('none'), { a: '1' })).toBe('none');
    expect(fill(template(''), {})).toBe('');
  });

  it.each(['$&', "$1 $$ $` $'", '{{x}}', '{{spec}}', '%s %d', '\\n', '\0', '`rm x` $(id)', '\r\n\t'])(
    'puts %j in as it is',
    (value) => {
      expect(fill(template('<{{spec}}|{{x}}>'), { spec: value, x: 'X' })).toBe(`<${value}|X>`);
    },
  );

  it('names every unknown place with file and line', () => {
    expect(
      problemsOf(() => fill(template('a\n{{spec}}\n{{sepc}} {{zzz}}', 5), { spec: '', plan: '' })),
    ).toEqual([
      'roles/coder.md:7: there is nothing to put in for {{sepc}}; did you mean {{spec}}?',
      'roles/coder.md:7: there is nothing to put in for {{zzz}}; known: spec, plan',
    ]);
    expect(
      problemsOf(() => {
        checkPlaceholders(template('{{}}'), ['a']);
      }),
    ).toHaveLength(1);
  });

  it('knows no inherited names', () => {
    expect(problemsOf(() => fill(template('{{constructor}} {{toString}}'), { a: '' }))).toHaveLength(2);
  });

  it('leaves braces alone that are no placeholder', () => {
    const body = '{ {a} } {single} }} {{ x = { a: 1 } }} {{';
    expect(fill(template(body), {})).toBe(body);
  });
});
