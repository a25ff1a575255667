import { isRecord } from './located.ts';

/** The files of a repository, as much as is needed to guess how it is tested. */
export type Repository = {
  /** Paths from the folder in question, with slashes. */
  readonly files: readonly string[];
  /** The text of a file; undefined where it cannot be read. */
  readonly read: (path: string) => Promise<string | undefined>;
};

/** A command and what speaks for it, to be shown to a person. */
export type Guess = { readonly command: string; readonly because: string };

type Rule = (repository: Repository) => Promise<Guess | undefined>;

/** How this repository tests itself, by the files at its top; undefined when nothing tells. */
export const detectCheck = async (repository: Repository): Promise<Guess | undefined> =>
  firstGuess([npmScript, makeTarget, pytest, cargo, go], repository);

/** A command that installs what the check needs: a suggestion, for a person to take up. */
export const suggestSetup = async (repository: Repository): Promise<Guess | undefined> =>
  firstGuess([nodeInstall, pythonInstall], repository);

async function firstGuess(rules: readonly Rule[], repository: Repository): Promise<Guess | undefined> {
  for (const rule of rules) {
    const guess = await rule(repository);
    if (guess) {
      return guess;
    }
  }
  return undefined;
}

type Manager = {
  readonly name: string;
  readonly locks: readonly string[];
  readonly test: string;
  readonly install: string;
};

const NPM: Manager = {
  name: 'npm',
  locks: ['package-lock.json', 'npm-shrinkwrap.json'],
  test: 'npm test',
  install: 'npm ci',
};
const MANAGERS: readonly Manager[] = [
  { name: 'pnpm', locks: ['pnpm-lock.yaml'], test: 'pnpm test', install: 'pnpm install --frozen-lockfile' },
  { name: 'yarn', locks: ['yarn.lock'], test: 'yarn test', install: 'yarn install --frozen-lockfile' },
  {
    name: 'bun',
    locks: ['bun.lock', 'bun.lockb'],
    test: 'bun run test',
    install: 'bun install --frozen-lockfile',
  },
  NPM,
];

/** What `npm init` writes is no test. */
const isPlaceholder = (script: string): boolean => script.includes('no test specified');

const npmScript: Rule = async (repository) => {
  const manifest = await readManifest(repository);
  const scripts = manifest?.['scripts'];
  const script = isRecord(scripts) ? scripts['test'] : undefined;
  if (!manifest || typeof script !== 'string' || script.trim() === '' || isPlaceholder(script)) {
    return undefined;
  }
  const manager = managerOf(manifest, repository.files) ?? NPM;
  return { command: manager.test, because: `package.json has a test script: ${script}` };
};

const nodeInstall: Rule = async (repository) => {
  const manifest = await readManifest(repository);
  const manager = manifest && managerOf(manifest, repository.files);
  const lock = manager?.locks.find((name) => repository.files.includes(name));
  return manager && lock !== undefined
    ? { command: manager.install, because: `there is a ${lock}` }
    : undefined;
};

async function readManifest({ files, read }: Repository): Promise<Record<string, unknown> | undefined> {
  const text = files.includes('package.json') ? await read('package.json') : undefined;
  try {
    const manifest: unknown = JSON.parse(text?.replace(/^\uFEFF/, '') ?? 'null');
    return isRecord(manifest) ? manifest : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

function managerOf(
  { packageManager }: Record<string, unknown>,
  files: readonly string[],
): Manager | undefined {
  const named = typeof packageManager === 'string' ? packageManager.split('@')[0] : undefined;
  return (
    MANAGERS.find(({ name }) => name === named) ??
    MANAGERS.find(({ locks }) => locks.some((lock) => files.includes(lock)))
  );
}

const makeTarget: Rule = async ({ files, read }) => {
  const file = ['GNUmakefile', 'makefile', 'Makefile'].find((name) => files.includes(name));
  const text = file === undefined ? undefined : await read(file);
  return file !== undefined && /^test[ \t]*::?(?!=)/m.test(text ?? '')
    ? { command: 'make test', because: `${file} has a target test` }
    : undefined;
};

/** Files that may configure pytest, and what they say when they do. */
const PYTEST_SIGNS: readonly (readonly [file: string, sign: RegExp])[] = [
  ['pytest.ini', /^/],
  ['pyproject.toml', /\bpytest\b/],
  ['setup.cfg', /^\[tool:pytest\]/m],
  ['tox.ini', /^\[pytest\]|\bpytest\b/m],
  ['requirements-dev.txt', /^pytest\b/m],
  ['requirements.txt', /^pytest\b/m],
];

const pytest: Rule = async ({ files, read }) => {
  for (const [file, sign] of PYTEST_SIGNS) {
    if (files.includes(file) && sign.test((await read(file)) ?? '')) {
      const runner = PYTHON_TOOLS.find(({ lock }) => files.includes(lock))?.run ?? 'python3 -m';
      return { command: `${runner} pytest`, because: `${file} speaks of pytest` };
    }
  }
  return undefined;
};

const PYTHON_TOOLS = [
  { lock: 'uv.lock', run: 'uv run', install: 'uv sync --frozen' },
  { lock: 'poetry.lock', run: 'poetry run', install: 'poetry install' },
] as const;

const pythonInstall: Rule = async ({ files }) => {
  const tool = PYTHON_TOOLS.find(({ lock }) => files.includes(lock));
  return tool && { command: tool.install, because: `there is a ${tool.lock}` };
};

const cargo: Rule = async ({ files }) =>
  files.includes('Cargo.toml') ? { command: 'cargo test', because: 'there is a Cargo.toml' } : undefined;

const go: Rule = async ({ files }) =>
  files.includes('go.mod') ? { command: 'go test ./...', because: 'there is a go.mod' } : undefined;
