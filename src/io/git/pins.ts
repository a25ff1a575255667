/** One setting of git's configuration. Pairs travel by environment: a name may hold `=`, which `-c` cannot carry. */
export type Setting = readonly [key: string, value: string];

/** Settings that no repository can override in our calls: nothing foreign is started, output does not vary. */
export const PINNED: readonly Setting[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.pager', 'cat'],
  ['core.editor', 'false'],
  ['core.askPass', 'false'],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.alternateRefsCommand', ''],
  ['core.attributesFile', '/dev/null'],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['core.safecrlf', 'false'],
  ['core.quotePath', 'false'],
  ['core.abbrev', '10'],
  ['core.checkStat', 'default'],
  ['core.trustctime', 'true'],
  ['core.ignoreStat', 'false'],
  ['core.splitIndex', 'false'],
  ['core.filesRefLockTimeout', '10000'],
  ['core.packedRefsTimeout', '10000'],
  // What a journal line speaks of must outlive a power cut, and git leaves loose objects to chance by default.
  ['core.fsync', 'committed,reference'],
  ['core.fsyncMethod', 'batch'],
  ['credential.helper', ''],
  ['protocol.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
  ['submodule.recurse', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['color.ui', 'false'],
  ['column.ui', 'never'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['gpg.program', 'false'],
  ['log.showSignature', 'false'],
  ['log.mailmap', 'false'],
  ['i18n.commitEncoding', 'UTF-8'],
  ['i18n.logOutputEncoding', 'UTF-8'],
  ['diff.external', ''],
  ['diff.ignoreSubmodules', 'all'],
  ['diff.suppressBlankEmpty', 'false'],
  ['diff.renameLimit', '1000'],
  ['merge.default', 'text'],
  ['merge.conflictStyle', 'merge'],
  ['merge.renames', 'true'],
  ['merge.renameLimit', '1000'],
  ['merge.directoryRenames', 'conflict'],
  ['merge.renormalize', 'false'],
];

/** Settings for a folder of ours, which holds every file with its mode whatever the user's checkout is like. */
export const SLOT: readonly Setting[] = [
  ['core.sparseCheckout', 'false'],
  ['core.sparseCheckoutCone', 'false'],
  ['index.sparse', 'false'],
  ...(process.platform === 'win32'
    ? []
    : ([
        ['core.fileMode', 'true'],
        ['core.symlinks', 'true'],
      ] as const)),
];

const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/false',
  SSH_ASKPASS: '/bin/false',
  GIT_EDITOR: '/bin/false',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_LITERAL_PATHSPECS: '1',
  LC_ALL: 'C',
} as const;

/** What programs need from the caller's environment; everything else stays behind. */
const CARRIED = ['PATH', 'TMPDIR', 'TMP', 'TEMP', 'SYSTEMROOT', 'PATHEXT'];

/** The environment of every git call of ours, before settings and places. */
export function bareEnvironment(from: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const carried = CARRIED.flatMap((name) => {
    const value = from[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(carried), ...ENVIRONMENT };
}

/** Settings as the environment variables that git reads them from. */
export function asEnvironment(settings: readonly Setting[]): Record<string, string> {
  const pairs = settings.flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${String(i)}`, key] as const,
    [`GIT_CONFIG_VALUE_${String(i)}`, value] as const,
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}
