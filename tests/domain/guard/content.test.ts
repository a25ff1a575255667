import { describe, expect, it } from 'vitest';
import { guard } from '../../../src/domain/guard/guard.ts';
import { canonical, isProtected } from '../../../src/domain/guard/protected.ts';
import { secretIn } from '../../../src/domain/guard/secrets.ts';
import { parsePatch } from '../../../src/domain/patch/parse.ts';
import { inputOf, verdicts } from './changes.ts';

describe('scope', () => {
  const files = { 'src/a.ts': ['a\n', 'b\n'], 'docs/x.md': ['a\n', 'b\n'] } as const;

  it('is shown for a checkpoint and forbidden for a run, each path once', () => {
    expect(verdicts(files, { checkpointFiles: ['src/**'] })).toEqual(['out-of-scope shown']);
    expect(verdicts(files, { files: ['src/**'] })).toEqual(['outside-run-files forbidden']);
    expect(verdicts(files, { files: ['src/**'], checkpointFiles: ['src/**'] })).toEqual([
      'outside-run-files forbidden',
    ]);
    expect(verdicts(files, { files: ['src', 'docs'], checkpointFiles: ['**'] })).toEqual([]);
  });
});

describe('protected paths', () => {
  const none = { protect: [], open: [] };

  it.each([
    '.github/workflows/ci.yml',
    '.GitHub/Workflows/ci.yml',
    'AGENTS.md',
    'pkg/web/CLAUDE.md',
    'agents.yaml',
    'agents.yaml. ',
    'Agents.YAML',
    '.npmrc',
    '.env',
    '.env.local',
    'web/.husky/pre-commit',
    '.gitattributes',
    '.vscode/settings.json',
    '.claude/settings.json',
    '.bashrc',
    '.gitlab-ci.yml',
    'sub/.git/hooks/pre-commit',
    '.github./x',
    '.ENV .',
    '.windsurfrules',
    'web/.roo/rules/a.md',
    'opencode.jsonc',
    '.circleci/config.yml',
    'Jenkinsfile',
    'azure-pipelines.yaml',
    '.devcontainer/devcontainer.json',
    '.pre-commit-config.yaml',
    '.yarn/releases/yarn.cjs',
    '.vimrc',
  ])('hold %s', (path) => {
    expect(isProtected(path, none)).toBe(true);
  });

  it.each([
    'src/agents.ts',
    'github/ci.yml',
    'docs/agents.markdown',
    '.gitignore',
    'env.ts',

    'src/.eslintrc',
  ])('do not hold %s', (path) => {
    expect(isProtected(path, none)).toBe(false);
  });

  it('can be added to and opened, one by one', () => {
    expect(isProtected('migrations/1.sql', { protect: ['Migrations/**'], open: [] })).toBe(true);
    expect(isProtected('.github/workflows/ci.yml', { protect: [], open: ['.github/workflows/**'] })).toBe(
      false,
    );
    expect(isProtected('.github/CODEOWNERS', { protect: [], open: ['.github/workflows/**'] })).toBe(true);
    expect(isProtected('.github/workflows/ci.yml.', { protect: [], open: ['.github/workflows/**'] })).toBe(
      true,
    );
  });

  it('are compared in one form', () => {
    expect(canonical('A\u0301gents/.ENV. /X')).toBe('\u00E1gents/.env/x');
  });

  it('are forbidden at both ends of a move', () => {
    const patch = parsePatch(
      'diff --git a/AGENTS.md b/old.txt\nsimilarity index 100%\nrename from AGENTS.md\nrename to old.txt\n',
    );
    expect(guard({ ...inputOf({}), patch }).map((f) => `${f.rule} ${f.level} ${f.file}`)).toContain(
      'protected-path forbidden AGENTS.md',
    );
  });
});

const join = (...parts: string[]): string => parts.join('');

describe('secrets', () => {
  const base64 = 'q8Zk3Lm9Xw2Rt7Yv5Np1Sd4Fg6Hj0Bc8Ae2Ui5Oy3Tr9';

  it.each([
    ['AWS access key', join('const k = "AKIA', 'Q3EGT7LWN5RYKX2M"')],
    ['GitHub token', join('token: ghp_', base64.slice(0, 36))],
    ['API key', join('OPENAI_API_KEY=sk-', 'proj-', base64)],
    ['Slack token', join('xoxb-', '2048391746-4829173650-', base64.slice(0, 24))],
    ['Stripe key', join('sk_live_', base64.slice(0, 24))],
    ['npm token', join('//registry.example.org/:_authToken=', base64.slice(0, 36))],
    ['private key', join('-----BEGIN OPENSSH ', 'PRIVATE KEY-----')],
    ['private key', join('export const key = `-----BEGIN RSA ', 'PRIVATE KEY-----')],
    ['private key', join('key = "-----BEGIN ', 'PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQ"')],
    [
      'JSON web token',
      join('eyJhbGciOiJIUzI1NiJ9.', 'eyJ1c2VyIjoiYWRhIiwicm9sZSI6ImFkbWluIn0.', base64.slice(0, 43)),
    ],
    ['password in a connection string', join('url = "mysql://app:', 'Wq7x2Lp9@db.prod.acme.io/app"')],
  ])('are known: %s', (kind, line) => {
    expect(secretIn(line)).toBe(kind);
  });

  it.each([
    'accessKeyId: "AKIAIOSFODNN7EXAMPLE"',
    'OPENAI_API_KEY=sk-your-key-here-please-replace',
    'sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'const css = "sk-fading-circle-with-many-words"',
    'postgres://user:password@localhost:5432/db',
    'postgres://postgres:postgres@db:5432/app',
    'redis://:${REDIS_PASSWORD}@cache.acme.io',
    'https://user:$TOKEN@github.com/acme/x.git',
    'mongodb://admin:<password>@cluster.acme.io',
    'if (pem.startsWith("-----BEGIN PRIVATE KEY-----")) {',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'integrity sha512-9Zk3Lm9Xw2Rt7Yv5Np1Sd4Fg6Hj0Bc8Ae2Ui5Oy3Tr9==',
    'const id = "3f2504e0-4f89-11d3-9a0c-0305e82c3301"',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4ifQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
    'AKIAAAAAAAAAAAAAAAAA',
  ])('are none: %s', (line) => {
    expect(secretIn(line)).toBeUndefined();
  });

  it('stop a change to the source, are shown in tests and prose, and never repeated', () => {
    const key = join('AKIA', 'Q3EGT7LWN5RYKX2M');
    expect(verdicts({ 'src/a.ts': ['x\n', `x\n"${key}"\n`] })).toContain('secret forbidden');
    expect(verdicts({ 'test/a.ts': ['x\n', `x\n"${key}"\n`] })).toContain('secret-in-test shown');
    expect(JSON.stringify(guard(inputOf({ 'src/a.ts': ['x\n', `x\n"${key}"\n`] })))).not.toContain(key);
  });

  it('that a change takes away are no concern', () => {
    expect(verdicts({ 'src/a.ts': [join('a\n"AKIA', 'Q3EGT7LWN5RYKX2M"\n'), 'a\n'] })).toEqual([]);
  });
});

describe('conflict marks', () => {
  const marks = `${'<'.repeat(7)} HEAD\na\n${'='.repeat(7)}\nb\n${'>'.repeat(7)} x\n`;

  it('stop a change to the source and are shown where they may be meant', () => {
    expect(verdicts({ 'a.ts': ['x\n', marks] })).toContain('conflict-markers forbidden');
    expect(verdicts({ 'docs/a.md': ['x\n', marks] })).toContain('conflict-markers-in-text shown');
    expect(verdicts({ 'a.rst': ['x\n', `Title\n${'='.repeat(7)}\n`] })).toEqual([]);
  });
});

const raw = (text: string, bytes?: number): string[] =>
  guard({
    ...inputOf({}),
    patch: parsePatch(text),
    ...(bytes === undefined ? {} : { bytes: new Map([['x', bytes]]) }),
  }).map((f) => `${f.rule} ${f.level}`);

const link = (path: string, to: string): string =>
  `diff --git a/${path} b/${path}\nnew file mode 120000\n@@ -0,0 +1 @@\n+${to}\n\\ No newline at end of file\n`;

describe('unusual files', () => {
  it.each(['/etc/passwd', '../../x', '~/x', 'C:\\x', 'a/../../../x'])(
    'links to %s leave the repository',
    (to) => {
      expect(raw(link('dir/x', to))).toContain('link-outside forbidden');
    },
  );

  it.each(['../x', 'b', './c/../d'])('links to %s stay inside', (to) => {
    expect(raw(link('dir/x', to))).not.toContain('link-outside forbidden');
  });

  it('nested repositories are forbidden, a moved submodule is shown', () => {
    const sub = '@@ -0,0 +1 @@\n+Subproject commit 1\n';
    expect(raw(`diff --git a/x b/x\nnew file mode 160000\n${sub}`)).toContain('nested-repository forbidden');
    expect(
      raw('diff --git a/x b/x\nindex 1..2 160000\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n'),
    ).toEqual(['submodule-moved shown']);
  });

  it('binary and huge ones are shown, also without their size', () => {
    expect(
      raw('diff --git a/x b/x\nnew file mode 100644\nBinary files /dev/null and b/x differ\n', 2_000_000),
    ).toEqual(['huge-file shown', 'binary-file shown']);
    expect(verdicts({ 'a.log': [null, 'x'.repeat(1_200_000)] })).toEqual(['huge-file shown']);
  });

  it('a lock file is expected to change with its manifest only', () => {
    const lock = { 'Cargo.lock': ['a\n', 'b\n'] } as const;
    expect(verdicts(lock)).toEqual(['generated-changed shown']);
    expect(verdicts({ ...lock, 'Cargo.toml': ['[dependencies]\n', '[dependencies]\na = "1"\n'] })).toEqual(
      [],
    );
  });
});

const line = (text: string): string[] => verdicts({ 'a.ts': ['x\n', `x\n${text}\n`] });

describe('hidden characters', () => {
  it.each([
    'a\u202Eb',
    'a\u2066b',
    'a\u200Bb',
    'x\u{E0041}',
    'pa\u0443pal',
    'a\u001B[31mb',
    'ab\u200Dc',
    'a\uFEFFb',
  ])('are shown: %j', (text) => {
    expect(line(text)).toEqual(['hidden-characters shown']);
  });

  it.each([
    'naïve café',
    'שלום',
    '👨\u200D👩\u200D👧',
    'नमस्ते',
    'Привет, world',
    '\ttab',
    'Δt = 5 µs',
    '\uFEFFimport a',
  ])('are not seen in ordinary text: %j', (text) => {
    expect(line(text)).toEqual([]);
  });
});

describe('many findings of one kind', () => {
  it('are told up to a bound, and their number after it', () => {
    const secretless = Array.from({ length: 40 }, (_, i) => `a\u200B${String(i)}`).join('\n');
    const findings = guard(inputOf({ 'a.ts': [null, secretless] })).filter(
      (f) => f.rule === 'hidden-characters',
    );
    expect(findings).toHaveLength(13);
    expect(findings.at(-1)?.detail).toBe('28 more of the same kind.');
  });
});

describe('lines of any length', () => {
  it('are looked at to their end', () => {
    const key = join('AKIA', 'Q3EGT7LWN5RYKX2M');
    for (const before of [7_985, 7_795, 15_600, 60_000]) {
      expect(
        verdicts({ 'src/a.ts': ['x\n', `x\n${' '.repeat(before)}"${key}"${' '.repeat(9000)}\n`] }),
      ).toContain('secret forbidden');
    }
  });
});
