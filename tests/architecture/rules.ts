import { posix } from 'node:path';
import type { Source } from './source.ts';

/** The floors of the house, lowest first. Neighbours on a floor do not know each other. */
export const FLOORS: readonly (readonly string[])[] = [
  ['domain'],
  ['io', 'model', 'config', 'spec'],
  ['agent'],
  ['roles'],
  ['run'],
  ['scale'],
  ['view'],
  ['cli'],
  ['index.ts'],
];

/** Folders that know less than their floor allows. */
const KNOWS_ONLY: Readonly<Record<string, readonly string[]>> = { view: ['domain'] };

/**
 * Where each outside package may be imported: one place each, but for small pure ones. A package without a line here has
 * no home yet: give it one.
 */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  '@agentclientprotocol/sdk': ['cli/'],
  '@clack/prompts': ['cli/'],
  '@modelcontextprotocol/client': ['agent/mcp/'],
  '@opentelemetry/api': ['view/'],
  '@vscode/ripgrep': ['io/'],
  '@vscode/tree-sitter-wasm': ['agent/tools/'],
  bullmq: ['scale/'],
  commander: ['cli/'],
  diff: ['domain/patch/'],
  execa: ['io/'],
  'fast-string-width': ['view/'],
  'fastest-levenshtein': [''],
  ignore: ['io/'],
  ioredis: ['scale/'],
  isbinaryfile: ['io/', 'spec/'],
  jsonrepair: ['model/', 'roles/'],
  'markdown-it': ['spec/'],
  openai: ['model/transport/'],
  'p-queue': ['scale/'],
  picomatch: ['domain/', 'agent/tools/'],
  tokenx: ['model/'],
  unbash: ['agent/policy/'],
  yaml: ['config/'],
  zod: [''],
};

/** What touches the machine stays where it is looked after; other parts of Node are anybody's, above the domain. */
const NODE_HOMES: Readonly<Record<string, readonly string[]>> = {
  child_process: ['io/'],
  cluster: [],
  fs: ['io/', 'config/', 'cli/', 'agent/tools/'],
  http: ['view/', 'io/'],
  https: [],
  net: ['io/'],
  process: [],
  vm: [],
  worker_threads: ['io/'],
};

/** Which module may start which program: what confines, pins or cleans it is there. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
  git: ['io/git/call.ts'],
  bwrap: ['io/sandbox/sandbox.ts'],
  'sandbox-exec': ['io/sandbox/seatbelt.ts'],
  bash: ['io/shell-begin.ts'],
  // The user's own hooks, from the user's own settings; and what enters a group of processes before a sandbox begins.
  '/bin/sh': ['cli/hooks.ts', 'io/sandbox/cgroup.ts'],
  gh: ['cli/pull-request.ts'],
  flock: ['io/lock.ts'],
  mkfifo: ['io/shell-pipe.ts'],
  '/bin/ps': ['io/process-identity.ts'],
  '(computed)': ['io/exec.ts', 'io/shell-begin.ts', 'io/line-process.ts', 'io/open-url.ts', 'io/ripgrep.ts'],
};

export const MOST_LINES = 250;
const PROCESS_HOMES = ['config/', 'cli/'];
const PROCESS_MEMBERS = new Set(['env', 'cwd', 'exit', 'argv', '(computed)', '(all of it)']);

/** What is wrong with a file by itself, one sentence each. */
export function problemsOf(source: Source): string[] {
  const { path, lines, isBarrel, imports } = source;
  return [
    ...(lines > MOST_LINES ? [`${path} has ${String(lines)} lines`] : []),
    ...(isBarrel && path !== 'index.ts' ? [`${path} only hands on what other files export`] : []),
    ...imports.flatMap((specifier) => importProblem(path, specifier) ?? []),
    ...source.starts
      .filter((program) => !(STARTS[program] ?? []).includes(path))
      .map((program) => `${path} starts ${program}`),
    ...source.process
      .filter((member) => PROCESS_MEMBERS.has(member) && !isAt(path, PROCESS_HOMES))
      .map((member) => `${path} reads process.${member}`),
  ];
}

function importProblem(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    return insideProblem(path, specifier);
  }
  if (specifier.startsWith('node:')) {
    return nodeProblem(path, specifier);
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const homes = HOMES[name];
  if (!homes) {
    return `${path} imports ${specifier}, which has no home`;
  }
  return isAt(path, homes)
    ? undefined
    : `${path} imports ${specifier}, which is at home in ${homes.join(', ')}`;
}

function insideProblem(path: string, specifier: string): string | undefined {
  const target = targetOf(path, specifier);
  const [mine, theirs] = [folderOf(path), folderOf(target)];
  if (!specifier.endsWith('.ts')) {
    return `${path} imports ${specifier}, which does not end in .ts`;
  }
  if (mine === theirs) {
    return undefined;
  }
  const [from, to] = [floorOf(mine), floorOf(theirs)];
  if (from < 0 || to < 0) {
    return `${path} imports ${specifier}: ${from < 0 ? mine : theirs} stands on no floor`;
  }
  const allowed = KNOWS_ONLY[mine]?.includes(theirs) ?? to < from;
  return allowed ? undefined : `${path} reaches up or across to ${target}`;
}

function nodeProblem(path: string, specifier: string): string | undefined {
  if (folderOf(path) === 'domain') {
    return `${path} imports ${specifier}: the domain is pure`;
  }
  const homes = NODE_HOMES[specifier.slice('node:'.length).split('/')[0] ?? ''];
  return homes && !isAt(path, homes) ? `${path} imports ${specifier}` : undefined;
}

/** Circles of imports, each as the path that it takes; types count. */
export function circles(sources: readonly Source[]): string[] {
  const imports = new Map(
    sources.map(({ path, imports: all }) => [
      path,
      all.filter((s) => s.startsWith('.')).map((s) => targetOf(path, s)),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    const seen = way.indexOf(path);
    if (seen >= 0) {
      found.push([...way.slice(seen), path].join(' → '));
    } else if (!done.has(path)) {
      for (const next of imports.get(path) ?? []) {
        visit(next, [...way, path]);
      }
      done.add(path);
    }
  };
  for (const path of imports.keys()) {
    visit(path, []);
  }
  return found;
}

/** Folders that a folder may not import from. */
export const forbiddenTo = (folder: string): string[] =>
  FLOORS.flat().filter(
    (other) =>
      other !== folder &&
      other !== 'index.ts' &&
      !(KNOWS_ONLY[folder]?.includes(other) ?? floorOf(other) < floorOf(folder)),
  );

const floorOf = (folder: string): number => FLOORS.findIndex((floor) => floor.includes(folder));
const folderOf = (path: string): string => path.split('/', 1)[0] ?? path;
const targetOf = (path: string, specifier: string): string => posix.join(posix.dirname(path), specifier);
const isAt = (path: string, homes: readonly string[]): boolean => homes.some((home) => path.startsWith(home));
