import { expect, test } from 'vitest';
import { testSpec } from './test-spec.ts';
import { survey } from './survey.ts';

const ran = testSpec('survey', survey);

test('adds the report and changes nothing else', async () => {
  const { git, report } = ran();
  expect(await git('diff', '--name-status', `${report.base}..${report.head}`)).toBe('A\tTODO-REPORT.md');
});

test('reports what the files say', async () => {
  const { file } = ran();
  const report = await file('TODO-REPORT.md');
  const sections = report.split(/^## /m).slice(1);
  const entries = sections.flatMap((section) =>
    [...section.matchAll(/^- line (\d+): (.*)$/gm)].map(([, line, words = '']) => ({
      name: section.split('\n', 1)[0] ?? '',
      line: Number(line),
      words,
    })),
  );
  for (const { name, line, words } of entries) {
    expect((await file(name)).split('\n')[line - 1]).toContain(words);
  }
  expect(report).toContain(`${String(entries.length)} comments in ${String(sections.length)} files.`);
  expect(entries).toHaveLength(5);
});

test('says that nothing was executed to prove it', () => {
  const { report } = ran();
  expect(report.final?.result.status ?? 'none').toBe('none');
  expect(report.checkpoints[0]?.checked.check?.result.status).toBe('none');
  expect(report.unverified).not.toEqual([]);
  expect(JSON.stringify(ran().conversation('c1.a1.reviewer')[1])).toContain('no executable evidence');
});
