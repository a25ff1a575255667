import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Event } from '../../../src/domain/event.ts';
import { reportFacts } from '../../../src/view/facts.ts';
import { reportAs } from '../../../src/view/formats/formats.ts';
import { FORMATS } from '../../../src/view/formats/names.ts';
import { Report } from '../../../src/view/report.ts';
import { begin, guarded, opening, ran, red, sha, submit, timed, whole } from '../story.ts';

const report = (events: readonly Event[]): Report =>
  reportFacts(timed(events), { records: '/state/runs/7f3a', userTree: [] });
const done = report(whole);
const guardedWork = report([
  ...opening,
  begin('c1.a1'),
  submit('c1.a1', sha('1')),
  ran('c1.a1', sha('1')),
  guarded('c1.a1', sha('1'), [
    { rule: 'secret', level: 'forbidden', file: 'a dir/k y.ts', line: 3, detail: 'a key' },
  ]),
]);
const redWork = report([
  ...opening,
  begin('c1.a1'),
  submit('c1.a1', sha('1')),
  ran('c1.a1', sha('1'), red('keeps <all> & "more"')),
]);

it('there is a form for every name, each a text that ends its last line', () => {
  for (const format of FORMATS) {
    expect(reportAs[format](done)).toMatch(/\S\n$/);
  }
});

it('JSON is the report itself', () => {
  expect(Report.parse(JSON.parse(reportAs.json(done)))).toEqual(done);
});

describe('Markdown', () => {
  const text = reportAs.markdown(done);

  it('says how it ended, and keeps what is claimed apart', () => {
    expect(text).toMatch(/^## Keep comments in the parser: done\n/);
    expect(text).toContain('2 of 2 checkpoints landed · final check green');
    expect(text).toMatch(
      /\| ✅ \| \*\*c1\*\* Read comment lines \| green: .*41 tests passed.* \| accept by judge \|/,
    );
    expect(text).toMatch(/### Claimed, not checked\n\n- \*\*c1\*\* Comments are kept now/);
  });

  it.each([
    ['# head', String.raw`\# head`],
    ['a | b', String.raw`a \| b`],
    ['<img src=x>', String.raw`\<img src=x\>`],
    ['![x](http://y)', String.raw`\!\[x\](http://y)`],
    ['cc @team', 'cc @\u200bteam'],
    ['one\n\n## two', String.raw`one \#\# two`],
  ])('no word of a model acts as markup: %s', (claimed, shown) => {
    const [first] = done.checkpoints;
    const claiming = { ...done, checkpoints: first ? [{ ...first, claimed }] : [] };
    expect(reportAs.markdown(claiming)).toContain(`- **c1** ${shown}\n`);
  });

  it('has no empty part', () => {
    expect(reportAs.markdown({ ...done, checkpoints: [], requirements: [], unverified: [] })).not.toContain(
      '###',
    );
  });
});

const Sarif = z.object({
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.object({
      tool: z.object({
        driver: z.object({ name: z.string(), rules: z.array(z.object({ id: z.string() })) }),
      }),
      results: z.array(z.looseObject({ ruleId: z.string(), level: z.enum(['error', 'warning', 'note']) })),
    }),
  ]),
});
const resultsOf = (of: Report) => Sarif.parse(JSON.parse(reportAs.sarif(of))).runs[0].results;

describe('SARIF', () => {
  it('has what the guard forbids as errors at their lines', () => {
    expect(resultsOf(guardedWork)).toEqual([
      {
        ruleId: 'guard/secret',
        level: 'error',
        message: { text: 'a key' },
        locations: [
          { physicalLocation: { artifactLocation: { uri: 'a%20dir/k%20y.ts' }, region: { startLine: 3 } } },
        ],
        properties: { checkpoint: 'c1' },
      },
    ]);
  });

  it('has only what still stands: what a later attempt mended is gone', () => {
    expect(resultsOf(done).map(({ ruleId }) => ruleId)).not.toContain('review/blocking');
  });

  it('names every rule that it uses', () => {
    const [run] = Sarif.parse(JSON.parse(reportAs.sarif(guardedWork))).runs;
    expect(run.tool.driver.rules).toEqual([{ id: 'guard/secret' }]);
  });

  it('says of a blocked checkpoint why, where its work was', () => {
    const blocked = guardedWork.checkpoints.map((c) => ({
      ...c,
      status: 'blocked' as const,
      reason: 'three tries',
    }));
    expect(resultsOf({ ...guardedWork, checkpoints: blocked })).toContainEqual(
      expect.objectContaining({
        ruleId: 'checkpoint/blocked',
        message: { text: 'c1 is blocked: three tries' },
      }),
    );
  });
});

describe('JUnit', () => {
  it('has a suite each of checkpoints, requirements and checks', () => {
    const xml = reportAs.junit(done);
    expect(xml).toContain('<testsuite name="checkpoints" tests="2" failures="0" errors="0" skipped="0"');
    expect(xml).toContain('<testcase classname="orchestrate.requirements" name="R1 ');
    expect(xml).toContain('name="final: npm test" time="3.100"/>');
  });

  it('counts what is not finished as skipped and what is open as failed', () => {
    const xml = reportAs.junit(redWork);
    expect(xml).toMatch(/name="checkpoints" tests="\d" failures="0" errors="0" skipped="[1-9]"/);
    expect(xml).toMatch(/<failure message="something is missing">/);
  });

  it.each([
    ['a <b> & "c"', 'a &lt;b&gt; &amp; &quot;c&quot;'],
    ['two\nlines', 'two&#10;lines'],
    ['bell \u0007 \ud800 x', 'bell \ufffd \ufffd x'],
  ])('any words are well-formed: %j', (title, shown) => {
    expect(reportAs.junit({ ...done, title })).toContain(`<testsuites name="${shown}">`);
  });
});
