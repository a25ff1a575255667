import { describe, expect, it } from 'vitest';
import { detectCheck, suggestSetup } from '../../src/config/check-detect.ts';
import type { Repository } from '../../src/config/guess.ts';

const repository = (files: Readonly<Record<string, string>>): Repository => ({
  files: Object.keys(files),
  read: async (path) => Promise.resolve(files[path]),
});
const check = async (files: Readonly<Record<string, string>>) =>
  (await detectCheck(repository(files)))?.command;
const setup = async (files: Readonly<Record<string, string>>) =>
  (await suggestSetup(repository(files)))?.command;

const scripts = (test: string, more = {}): string => JSON.stringify({ scripts: { test }, ...more });

describe('the check of a repository', () => {
  it.each([
    ['npm', { 'package.json': scripts('vitest run') }, 'npm test'],
    ['npm by its lock file', { 'package.json': scripts('x'), 'package-lock.json': '' }, 'npm test'],
    ['pnpm', { 'package.json': scripts('x'), 'pnpm-lock.yaml': '' }, 'pnpm test'],
    ['yarn', { 'package.json': scripts('x'), 'yarn.lock': '' }, 'yarn test'],
    ['bun', { 'package.json': scripts('x'), 'bun.lock': '' }, 'bun run test'],
    [
      'the manager that is named',
      { 'package.json': scripts('x', { packageManager: 'pnpm@10.1.0' }), 'yarn.lock': '' },
      'pnpm test',
    ],
    ['a manifest with a mark', { 'package.json': `\uFEFF${scripts('x')}` }, 'npm test'],
    ['make', { Makefile: 'all: build\n\ntest: all\n\t./run\n' }, 'make test'],
    ['make with two colons', { makefile: 'test ::\n\t./run\n' }, 'make test'],
    ['pytest in pyproject.toml', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'python3 -m pytest'],
    [
      'pytest as a dependency, by uv',
      { 'pyproject.toml': 'dev = ["pytest>=8"]\n', 'uv.lock': '' },
      'uv run pytest',
    ],
    ['pytest by poetry', { 'pytest.ini': '', 'poetry.lock': '' }, 'poetry run pytest'],
    ['pytest in setup.cfg', { 'setup.cfg': '[metadata]\n[tool:pytest]\n' }, 'python3 -m pytest'],
    ['unittest at the top', { 'test_a.py': 'import unittest\n' }, 'python3 -m unittest'],
    [
      'unittest in a package, by uv',
      { 'tests/__init__.py': '', 'tests/test_a.py': 'from unittest import TestCase\n', 'uv.lock': '' },
      'uv run python -m unittest',
    ],
    [
      'unittest in a folder that is no package',
      { 'tests/test_a.py': '"""Of a."""\nimport unittest\n' },
      'python3 -m unittest discover -s tests',
    ],
    [
      'pytest that runs what unittest made',
      { 'pytest.ini': '', 'tests/test_a.py': 'import unittest\n' },
      'python3 -m pytest',
    ],
    ['cargo', { 'Cargo.toml': '' }, 'cargo test'],
    ['go', { 'go.mod': '' }, 'go test -v ./...'],
    ['the manifest before the makefile', { Makefile: 'test:\n', 'package.json': scripts('x') }, 'npm test'],
    [
      'the makefile behind a placeholder',
      { Makefile: 'test:\n', 'package.json': scripts('echo "Error: no test specified" && exit 1') },
      'make test',
    ],
  ])('is found: %s', async (_, files, command) => {
    expect(await check(files)).toBe(command);
  });

  it.each([
    ['nothing at all', {}],
    ["npm's placeholder", { 'package.json': scripts('echo "Error: no test specified" && exit 1') }],
    ['an empty script', { 'package.json': scripts(' ') }],
    ['a script that is none', { 'package.json': '{"scripts":{"test":1}}' }],
    ['a broken manifest', { 'package.json': '{"scripts":' }],
    ['a manifest that is a list', { 'package.json': '[]' }],
    ['a variable called test', { Makefile: 'test := x\nall: test.o\nmytest: x\n\ttest: no\n' }],
    ['Python without pytest', { 'pyproject.toml': '[project]\nname = "x"\n' }],
    ['a test that imports no unittest', { 'tests/test_a.py': 'import unittest_expander\nimport os\n' }],
    ['unittest deeper down', { 'lib/tests/test_a.py': 'import unittest\n' }],
    ['a manifest deeper down', { 'packages/a/package.json': scripts('x') }],
  ])('is not made up: %s', async (_, files) => {
    expect(await check(files)).toBeUndefined();
  });

  it('comes with a reason, and a file that vanished is no reason', async () => {
    expect((await detectCheck(repository({ 'package.json': scripts('vitest run') })))?.because).toBe(
      'package.json has a test script: vitest run',
    );
    expect(
      await detectCheck({
        files: ['package.json', 'Makefile', 'pyproject.toml'],
        read: async () => Promise.resolve(undefined),
      }),
    ).toBeUndefined();
  });
});

describe('the setup of a repository', () => {
  it.each([
    ['npm', { 'package.json': '{}', 'package-lock.json': '' }, 'npm ci'],
    ['pnpm', { 'package.json': '{}', 'pnpm-lock.yaml': '' }, 'pnpm install --frozen-lockfile'],
    ['uv', { 'uv.lock': '' }, 'uv sync --frozen'],
    ['no lock file, nothing to go by', { 'package.json': '{}' }, undefined],
    [
      'another manager than the lock file',
      { 'package.json': '{"packageManager":"pnpm@9"}', 'package-lock.json': '' },
      undefined,
    ],
  ])('is suggested: %s', async (_, files, command) => {
    expect(await setup(files)).toBe(command);
  });
});
