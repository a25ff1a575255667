import { type Arg, plainWords, programName } from './line.ts';

const GIT_REMOTE = new Set([
  'push',
  'send-email',
  'send-pack',
  'credential',
  'update-ref',
  'filter-branch',
  'daemon',
  'http-push',
  'svn',
]);

/** What a git command does to other clones, to the user's own settings, or to branches that are not the coder's. */
export function gitReaches(argv: readonly Arg[]): boolean {
  if (programName(argv) !== 'git') {
    return false;
  }
  const words = plainWords(argv);
  const sub = words.find((word) => GIT_REMOTE.has(word) || /^[a-z-]+$/.test(word)) ?? '';
  const rest = argv.slice(argv.findIndex(({ text }) => text === sub) + 1).map(({ text }) => text);
  const next = rest.find((word) => !word.startsWith('-')) ?? '';
  return (
    GIT_REMOTE.has(sub) ||
    argv.some(({ text }) => text === '--no-verify' || text.startsWith('ext::')) ||
    (sub === 'commit' && rest.some((word) => /^-[a-zA-Z]*n/.test(word))) ||
    (sub === 'config' && rest.some((word) => /^--(?:global|system)$/.test(word))) ||
    (sub === 'branch' && rest.some((word) => /^(?:-\w*[dDfMmC]\w*|--(?:delete|force|move))$/.test(word))) ||
    (sub === 'remote' && /^(?:add|set-url|remove|rm|rename|update|set-head|prune)$/.test(next)) ||
    (sub === 'worktree' && next !== 'list') ||
    (sub === 'reflog' && /^(?:expire|delete)$/.test(next))
  );
}
