import { matcher } from '../glob.ts';
import { FORBIDDEN, type Rule } from './rule.ts';
import { placesOf } from './scope.ts';

/** What steers agents, tools, shells and automation of a repository, rather than being its product. */
const PROTECTED: readonly string[] = [
  '**/.git',
  '**/.git/**',
  '**/{agents,claude,gemini,qwen,warp}.md',
  '**/{agents.override,claude.local}.md',
  '**/agents.yaml',
  '**/.github/**',
  '**/.gitlab-ci*',
  '**/.husky/**',
  '**/.vscode/**',
  '**/.idea/**',
  '**/.{agents,claude,cursor,codex,gemini,qwen,orchestrate}/**',
  '**/.{aider*,amazonq,augment,clinerules,continue,goose,junie,kiro,opencode,roo,windsurf,zed}/**',
  '**/.{aider.conf.yml,clinerules,cursorrules,goosehints,roorules,rules,windsurfrules}',
  '**/opencode.json{,c}',
  '**/.{buildkite,circleci,devcontainer,forgejo,gitea,woodpecker}/**',
  '**/{.appveyor,.drone,.travis,.woodpecker,appveyor,azure-pipelines,bitbucket-pipelines}.y{,a}ml',
  '**/jenkinsfile',
  '**/{.pre-commit-config.yaml,.lefthook.y{,a}ml,lefthook.y{,a}ml}',
  '**/.envrc',
  '**/.env*',
  '**/.mcp.json',
  '**/.npmrc',
  '**/.yarnrc*',
  '**/.yarn/{plugins,releases}/**',
  '**/{.pypirc,.netrc,.curlrc,.wgetrc,.gitconfig,.inputrc,.gdbinit,.lldbinit}',
  '**/.{vimrc,nvimrc,exrc}',
  '**/.pnpmfile.cjs',
  '**/.git{attributes,modules}',
  '**/.{bash,zsh,csh,ksh}rc',
  '**/.{bash_profile,bash_login,bash_logout,profile,zprofile,zshenv,zlogin,zlogout}',
  '**/{.ripgreprc,ripgreprc}',
];

/** The name that a careless file system would take a path for: case, composed letters, trailing dots and spaces. */
export const canonical = (path: string): string =>
  path
    .normalize('NFC')
    .toLowerCase()
    .split('/')
    .map((part) => (/^\.+$/.test(part) ? part : part.replace(/[. ]+$/, '')))
    .join('/');

const builtIn = matcher(PROTECTED);

type Additions = { readonly protect: readonly string[]; readonly open: readonly string[] };

/** Whether nobody but a person may change a path, in a run with these additions and exceptions (globs). */
export const isProtected = (path: string, additions: Additions): boolean => protection(additions)(path);

/** The same for many paths. A name is opened only as it is written, never as what it would be taken for. */
export function protection({ protect, open }: Additions): (path: string) => boolean {
  const added = matcher(protect.map(canonical));
  const opened = matcher(open);
  return (path) => {
    const name = canonical(path);
    const plain = name === path.normalize('NFC').toLowerCase();
    return (builtIn(name) || added(name)) && !(plain && opened(path));
  };
}

/**
 * The smallest set of paths that holds what is protected among these: a folder stands for all in it where everything that
 * could be in it is protected.
 */
export function protectedPlaces(paths: readonly string[], additions: Additions): string[] {
  const isKept = protection(additions);
  const placeOf = (path: string): string => {
    const parts = path.split('/');
    const folders = parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'));
    return folders.find((folder) => isKept(`${folder}/${ANYTHING}`)) ?? path;
  };
  const opened = matcher(additions.open);
  const hasOpen = (place: string): boolean =>
    paths.some((path) => path.startsWith(`${place}/`) && opened(path));
  const wanted = paths.filter(isKept).map((path) => (hasOpen(placeOf(path)) ? path : placeOf(path)));
  return [...new Set(wanted)];
}

/** A name that no pattern means by itself. */
const ANYTHING = 'anything-at-all';

export const protectedPath: Rule = {
  name: 'protected-path',
  levels: FORBIDDEN,
  find: ({ patch, settings }) =>
    [...new Set(patch.flatMap(placesOf))].filter(protection(settings)).map((path) => ({
      file: path,
      detail: `${path} is protected and must stay as it is at the base.`,
    })),
};
