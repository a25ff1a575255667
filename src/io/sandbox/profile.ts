import type { Host } from './host.ts';

/** Folders of one working copy, and what commands in it may do there. */
export type Place = {
  /** The working copy; written to. */
  readonly root: string;
  /** What commands find as /tmp; written to, kept from one command to the next. */
  readonly temporary: string;
  /** What commands find as their home. */
  readonly home: string;
  /** `kept`: what is written there stays. `lent`: what lies there is read, what is written is gone after the command. */
  readonly homeIs: 'kept' | 'lent';
  /** Shown under their own names, not to be written: the user's git objects, files nobody may change. */
  readonly readOnly: readonly string[];
};

/** What one command is given besides. */
export type Errand = {
  readonly cwd: string;
  /** Socket of the proxy; without one there is no way out. */
  readonly proxy?: string;
  /** Paths below the home that are shown where that is lent. */
  readonly lent?: readonly string[];
};

/** Descriptors that bubblewrap reads from; the first one holds the rest of its arguments. */
export const DESCRIPTORS = { args: 3, passwd: 4, group: 5, filter: 6, go: 7 } as const;

/** Protections, each of which can be left out to prove that it is needed. */
export const PROTECTIONS = [
  'user namespace',
  'pid namespace',
  'network namespace',
  'ipc namespace',
  'no further namespaces',
  'no capabilities',
  'fresh /proc',
  'own /dev',
  'read-only root',
  'read-only system',
  'protected files',
  'seccomp',
  'limits of a process',
  'limits of all processes',
  'watch on the disk',
] as const;
export type Protection = (typeof PROTECTIONS)[number];

export type Profile = {
  readonly host: Host;
  readonly place: Place;
  /** For the proof that each is needed; empty otherwise. */
  readonly without?: ReadonlySet<Protection>;
};

export const HOME = '/home/agent';
export const PROXY_SOCKET = '/run/proxy.sock';

/** bubblewrap's arguments, in an order that matters: what comes later lies on top. */
export function bubblewrapArguments(profile: Profile, errand: Errand): string[] {
  const { host, place, without } = profile;
  const has: Has = (protection) => !without?.has(protection);
  const kept = has('protected files') ? place.readOnly : [];
  return [
    ...namespaces(host, has),
    ['--bind', place.temporary, '/tmp'],
    ...homeOf(place, errand),
    ...system(host, has),
    ['--file', String(DESCRIPTORS.passwd), '/etc/passwd', '--file', String(DESCRIPTORS.group), '/etc/group'],
    ['--bind', place.root, place.root],
    // Under its own name as well, for files that are handed in and out by their path.
    ['--bind', place.temporary, place.temporary],
    ...kept.map((path) => ['--ro-bind-try', path, path]),
    errand.proxy === undefined ? [] : ['--ro-bind', errand.proxy, PROXY_SOCKET],
    has('own /dev') ? ['--remount-ro', '/dev'] : [],
    has('read-only root') ? ['--remount-ro', '/'] : [],
    ['--chdir', errand.cwd, '--block-fd', String(DESCRIPTORS.go)],
    has('seccomp') ? ['--seccomp', String(DESCRIPTORS.filter)] : [],
  ].flat();
}

/** Each option with what belongs to it. */
type Options = readonly (readonly string[])[];
type Has = (protection: Protection) => boolean;

/** A process of root's keeps its rights over what belongs to root, unless it is another's inside. */
function namespaces({ user }: Host, has: Has): Options {
  const ofUsers = has('user namespace');
  const isOther = ofUsers && user === 'root' && has('no capabilities');
  return [
    ofUsers ? ['--unshare-user'] : [],
    has('ipc namespace') ? ['--unshare-ipc'] : [],
    has('pid namespace') ? ['--unshare-pid'] : [],
    ['--unshare-uts', '--unshare-cgroup-try'],
    has('network namespace') ? ['--unshare-net'] : [],
    ofUsers && has('no further namespaces') ? ['--disable-userns'] : [],
    isOther ? ['--uid', '1000', '--gid', '1000'] : [],
    has('no capabilities') ? ['--cap-drop', 'ALL'] : [],
    ['--die-with-parent', '--hostname', 'sandbox'],
  ];
}

const homeOf = ({ home, homeIs }: Place, { lent = [] }: Errand): Options =>
  homeIs === 'kept'
    ? [['--bind', home, HOME]]
    : [
        ['--size', megabytes(256), '--tmpfs', HOME],
        ...lent.map((name) => ['--ro-bind-try', `${home}/${name}`, `${HOME}/${name}`]),
      ];

function system({ shown, links, hidden }: Host, has: Has): Options {
  const show = has('read-only system') ? '--ro-bind-try' : '--bind-try';
  return [
    ...shown.map((path) => [show, path, path]),
    ...links.map(([name, to]) => ['--symlink', to, name]),
    ...hidden.map((path) => ['--ro-bind-try', '/dev/null', path]),
    has('fresh /proc') ? ['--proc', '/proc'] : ['--bind', '/proc', '/proc'],
    has('own /dev') ? ['--dev', '/dev'] : ['--dev-bind', '/dev', '/dev'],
    ['--size', megabytes(64), '--tmpfs', '/dev/shm', '--size', megabytes(16), '--tmpfs', '/run'],
    ['--dir', '/var', '--symlink', '/tmp', '/var/tmp', '--symlink', '/run', '/var/run'],
  ];
}

const megabytes = (count: number): string => String(count * 1024 * 1024);
