import type { Rule } from './guess.ts';

const TOOLS = [
  { lock: 'uv.lock', run: 'uv run', install: 'uv sync --frozen' },
  { lock: 'poetry.lock', run: 'poetry run', install: 'poetry install' },
] as const;

/** Files that may configure pytest, and what they say when they do. */
const PYTEST_SIGNS: readonly (readonly [file: string, sign: RegExp])[] = [
  ['pytest.ini', /^/],
  ['pyproject.toml', /\bpytest\b/],
  ['setup.cfg', /^\[tool:pytest\]/m],
  ['tox.ini', /\bpytest\b/],
  ['requirements-dev.txt', /^pytest\b/m],
  ['requirements.txt', /^pytest\b/m],
];

export const pytest: Rule = async ({ files, read }) => {
  for (const [file, sign] of PYTEST_SIGNS) {
    if (files.includes(file) && sign.test((await read(file)) ?? '')) {
      const runner = TOOLS.find(({ lock }) => files.includes(lock))?.run ?? 'python3 -m';
      return { command: `${runner} pytest`, because: `${file} speaks of pytest` };
    }
  }
  return undefined;
};

const TEST_FILE = /^(?:(tests?)\/)?test[\w]*\.py$/;

/** The standard library's own runner: it finds tests in a folder that is a package, any other has to be named. */
export const unittest: Rule = async ({ files, read }) => {
  for (const file of files.filter((f) => TEST_FILE.test(f))) {
    if (/^(?:import|from)\s+unittest\b/m.test((await read(file)) ?? '')) {
      const folder = TEST_FILE.exec(file)?.[1];
      const named = folder !== undefined && !files.includes(`${folder}/__init__.py`);
      const runner = TOOLS.find(({ lock }) => files.includes(lock))?.run;
      const command = `${runner === undefined ? 'python3' : `${runner} python`} -m unittest`;
      return {
        command: named ? `${command} discover -s ${folder}` : command,
        because: `${file} is made for unittest`,
      };
    }
  }
  return undefined;
};

export const pythonInstall: Rule = async ({ files }) => {
  const tool = TOOLS.find(({ lock }) => files.includes(lock));
  return tool && { command: tool.install, because: `there is a ${tool.lock}` };
};
