import { expect, test } from 'vitest';
import { testSpec } from './test-spec.ts';
import { feature } from './feature.ts';

const ran = testSpec('feature', feature);

test('adds its tests to those that were there', async () => {
  const { git, report } = ran();
  expect(report.baseline?.result.tests).toMatchObject({ run: 2, passed: 2 });
  expect(report.final?.result.tests).toMatchObject({ run: 13, passed: 13 });
  expect(await git('diff', '--stat', `${report.base}..${report.head}`, '--', 'test/client.test.js')).toBe('');
});

test('tries a request again that may pass', async () => {
  const { report, command } = ran();
  const ask = `node -e "
      let made = 0;
      const transport = async () => ({ status: ++made < 3 ? 503 : 200, headers: {}, body: made });
      import('./src/client.js')
        .then(({ createClient }) => createClient({ base: '', transport, baseMs: 1 }).get('/'))
        .then(console.log);"`;
  expect((await command(report.base, ask)).stderr).toContain('was answered with 503');
  expect(await command(report.head, ask)).toMatchObject({ exitCode: 0, stdout: '3' });
});
