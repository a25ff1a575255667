import type { Repository, Rule } from './guess.ts';
import { isRecord } from './located.ts';

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

export const npmScript: Rule = async (repository) => {
  const manifest = await readManifest(repository);
  const scripts = manifest?.['scripts'];
  const script = isRecord(scripts) ? scripts['test'] : undefined;
  if (!manifest || typeof script !== 'string' || script.trim() === '' || isPlaceholder(script)) {
    return undefined;
  }
  const manager = managerOf(manifest, repository.files) ?? NPM;
  return { command: manager.test, because: `package.json has a test script: ${script}` };
};

export const nodeInstall: Rule = async (repository) => {
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
