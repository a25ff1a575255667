import { expect, it } from 'vitest';
import { about, diagnosis, renderDiagnosis } from '../../src/view/diagnosis.ts';
import { plain } from '../../src/view/row.ts';

const git = about('machine', 'git');
const model = about('models', 'cheap');
const text = (...findings: Parameters<typeof diagnosis>[0]) =>
  renderDiagnosis(diagnosis(findings)).map(plain).join('\n');

it('groups what was found, with the fix below each', () => {
  expect(
    text(model.bad('does not answer\nat all', 'start it'), git.ok('2.40'), model.note('no price', 'add one')),
  ).toMatchInlineSnapshot(`
    "machine
      ok    git: 2.40

    models
      bad   cheap: does not answer
            at all
            → start it
      note  cheap: no price
            → add one

    No run could start: mend what is marked bad."
  `);
});

it('is ready with notes, and not with anything bad', () => {
  expect(diagnosis([git.ok('2.40'), model.note('no price')]).ready).toBe(true);
  expect(diagnosis([git.ok('2.40'), model.bad('down')]).ready).toBe(false);
  expect(text(git.ok('2.40'))).toMatch(/A run could start\.$/);
});

it('lets nothing that a server said act on a terminal', () => {
  expect(text(model.bad('\u001b]0;x\u0007gone', '\u001b[2Jfix'))).toMatch(/cheap: gone\n +→ fix\n/);
});
