import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Case } from './cases.ts';
import { fake, inTags } from './fakes.ts';
import { keepSwapping, listen } from './moving.ts';
import { photograph } from './photo.ts';
import { prepare, writeAll } from './prepare.ts';
import type { Places, Scene } from './scene.ts';

const run = promisify(execFile);

export type StageOptions = {
  /** Makes the coder's working copy of `base`; default: the user's `git worktree add` with a branch of its own. */
  readonly worktree?: (scene: Pick<Scene, 'places' | 'base' | 'env' | 'git'>) => Promise<void>;
};

/** Builds what a case needs, anew. */
export async function stage(one: Case, { worktree = plainWorktree }: StageOptions = {}): Promise<Scene> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'attack-')));
  const needsPort = one.setup.listener || /\$\{PORT\}/.test(JSON.stringify(one));
  const sink = needsPort ? await listen() : null;
  const places = placesIn(root, sink?.port ?? 0);
  const fill = filler(places);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: places.HOME,
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    ...mapped(one.setup.env, fill),
  };
  const git = async (dir: string, ...args: string[]): Promise<string> =>
    (await run('git', args, { cwd: dir, env: gitEnv(places.HOME) })).stdout.trimEnd();
  await makePlaces(places);
  const base = await makeMain(one, { places, fill, git });
  await worktree({ places, base, env, git });
  await prepare(one.setup, { places, fill, git });
  const stops: (() => void)[] = [];
  return {
    root,
    places,
    base,
    env,
    fill,
    fillAll: (value) => deep(value, fill),
    git,
    before: await photograph(places),
    sink,
    move: () => {
      if (one.setup.swapper) {
        const { dir, to, ms } = one.setup.swapper;
        stops.push(keepSwapping({ dir: path.join(places.WT, dir), to: fill(to), ms }));
      }
    },
    close: async () => {
      stops.forEach((stop) => stop());
      await sink?.close();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function placesIn(root: string, port: number): Places {
  const at = (...names: string[]): string => path.join(root, ...names);
  return {
    MAIN: at('main'),
    WT: at('work', 'wt'),
    WTNAME: 'wt',
    HOME: at('home'),
    OUT: at('out'),
    OUTREL: '../out',
    OUT2: at('out2'),
    PAY: at('out2', 'pay'),
    PAYHOOKS: at('out2', 'hooks'),
    STATE: at('state'),
    PORT: String(port),
  };
}

const gitEnv = (home: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.invalid',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.invalid',
});

/** Unknown names, such as `${IFS}`, are the shell's business. */
function filler(places: Places): (text: string) => string {
  const known = new Map<string, string>(Object.entries(places));
  return (text) =>
    text
      .replaceAll(/\$\{([A-Z0-9]+)\}/g, (whole, name: string) => known.get(name) ?? whole)
      .replaceAll(/\{\{fake:(\w+)(?::(\w+))?\}\}/g, (_, kind: string, form?: string) => fake(kind, form))
      .replaceAll(/\{\{tags:([^}]*)\}\}/g, (_, hidden: string) => inTags(hidden));
}

function deep(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return fill(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => deep(item, fill));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deep(item, fill)]));
  }
  return value;
}

const mapped = (
  record: Readonly<Record<string, string>>,
  fill: (text: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fill(value)]));

const HOOKS = ['pre-commit', 'commit-msg', 'post-commit', 'post-checkout', 'post-merge', 'pre-merge-commit'];
const HOME_SECRETS = ['.ssh/id_rsa', '.netrc', '.npmrc', '.config/gh/hosts.yml'];

async function makePlaces(places: Places): Promise<void> {
  const payload = `#!/bin/sh\ncat > '${places.OUT}/PWNED'\n`;
  const texts: Record<string, string> = {
    [path.join(places.OUT, 'canary.txt')]: 'CANARY\n',
    [path.join(places.HOME, '.bashrc')]: '# mine\n',
    [path.join(places.STATE, 'journal.jsonl')]: '{"seq":0}\n',
    ...Object.fromEntries(HOME_SECRETS.map((name) => [path.join(places.HOME, name), 'HOME-SECRET\n'])),
  };
  await mkdir(path.dirname(places.WT), { recursive: true });
  for (const [file, text] of Object.entries(texts)) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const payloads = [places.PAY, ...HOOKS.map((hook) => path.join(places.PAYHOOKS, hook))];
  await mkdir(places.PAYHOOKS, { recursive: true });
  await Promise.all(payloads.map(async (file) => writeFile(file, payload, { mode: 0o755 })));
}

type Making = Pick<Scene, 'places' | 'fill' | 'git'>;

async function makeMain({ setup }: Case, { places, fill, git }: Making): Promise<string> {
  const { MAIN } = places;
  await mkdir(MAIN);
  await git(MAIN, 'init', '-q', '-b', 'main', '--template=');
  for (const files of [{ 'README.md': 'MAIN-README\n', ...setup.repo_files }, ...setup.repo_commits]) {
    await writeAll(MAIN, mapped(files, fill));
    await git(MAIN, 'add', '-A', '-f');
    await git(MAIN, 'commit', '-q', '--allow-empty', '-m', 'work');
  }
  return git(MAIN, 'rev-parse', 'HEAD');
}

const plainWorktree: NonNullable<StageOptions['worktree']> = async ({ places, base, git }) => {
  await git(places.MAIN, 'worktree', 'add', '-q', '-b', 'task/wt', places.WT, base);
};
