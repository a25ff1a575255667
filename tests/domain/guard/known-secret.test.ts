import { expect, test } from 'vitest';
import { guard } from '../../../src/domain/guard/guard.ts';
import { parsePatch } from '../../../src/domain/patch/parse.ts';

const adding = (path: string, line: string) =>
  parsePatch(
    `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n@@ -1 +1,2 @@\n const a = 1;\n+${line}\n`,
  );
const settings = { files: [], checkpointFiles: [], protect: [], open: [], tests: 'reviewed' as const };
const key = 'plain-looking-value-of-a-key';
const rules = (patch: ReturnType<typeof adding>) =>
  guard({ patch, settings, check: [], secrets: [key] }).map((f) => `${f.rule} ${f.level}`);

test('a key of the user’s own never lands, whatever it looks like, in a test neither', () => {
  expect(rules(adding('src/config.js', `const k = '${key}';`))).toContain('known-secret forbidden');
  expect(rules(adding('test/config.test.js', `use('${key}');`))).toContain('known-secret forbidden');
});

test('what it says does not repeat the key', () => {
  const findings = guard({ patch: adding('a.js', key), settings, check: [], secrets: [key] });
  expect(JSON.stringify(findings)).not.toContain(key);
});

test('a value that nobody has is nobody’s key', () => {
  expect(rules(adding('src/config.js', "const k = 'something else';"))).not.toContain(
    'known-secret forbidden',
  );
});

test('a loss of what tests prove wants its file named, where tests are reviewed', () => {
  const text =
    "diff --git a/test/a.test.js b/test/a.test.js\nindex 1..2 100644\n--- a/test/a.test.js\n+++ b/test/a.test.js\n@@ -1 +1 @@\n-test('adds', () => {});\n+test.skip('adds', () => {});\n";
  const found = (tests: 'reviewed' | 'free') =>
    guard({ patch: parsePatch(text), settings: { ...settings, tests }, check: [] }).find(
      (f) => f.rule === 'skip-added',
    );
  expect(found('reviewed')).toMatchObject({ file: 'test/a.test.js', named: true });
  expect(found('free')).not.toHaveProperty('named');
});
