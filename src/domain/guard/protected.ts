import { matches } from '../glob.ts';
import { FORBIDDEN, type Rule } from './rule.ts';

/** What steers agents, tools, shells and automation of a repository, rather than being its product. */
const PROTECTED: readonly string[] = [
  '**/.git',
  '**/.git/**',
  '**/{agents,claude,gemini,qwen}.md',
  '**/agents.yaml',
  '**/.github/**',
  '**/.gitlab-ci*',
  '**/.husky/**',
  '**/.vscode/**',
  '**/.idea/**',
  '**/.{claude,cursor,codex,gemini,qwen,orchestrate}/**',
  '**/.cursorrules',
  '**/.envrc',
  '**/.env*',
  '**/.mcp.json',
  '**/.npmrc',
  '**/.yarnrc*',
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

/** Whether nobody but a person may change a path, in a run with these additions and exceptions (globs). */
export function isProtected(
  path: string,
  { protect, open }: { readonly protect: readonly string[]; readonly open: readonly string[] },
): boolean {
  const name = canonical(path);
  const guarded = matches([...PROTECTED, ...protect.map(canonical)], name);
  return guarded && !(matches(open, path) && name === path.normalize('NFC').toLowerCase());
}

export const protectedPath: Rule = {
  name: 'protected-path',
  levels: FORBIDDEN,
  find: ({ patch, settings }) =>
    [
      ...new Set(
        patch.flatMap((file) => [
          file.path,
          ...(file.from === undefined || file.status === 'copied' ? [] : [file.from]),
        ]),
      ),
    ]
      .filter((path) => isProtected(path, settings))
      .map((path) => ({ file: path, detail: `${path} is protected and must stay as it is at the base.` })),
};
