import { readFile } from 'node:fs/promises';

/** Why commands cannot be confined here, and what to do about it. */
export type Trouble = { readonly because: string; readonly fix: string };

/** What of the machine decides which remedy helps. */
export type Surroundings = {
  /** Text of os-release. */
  readonly system: string;
  readonly container: 'yes' | 'no';
  /** Values of the kernel's switches, by name; empty where the kernel has none. */
  readonly switches: ReadonlyMap<string, string>;
};

const SWITCHES = [
  'kernel/unprivileged_userns_clone',
  'kernel/apparmor_restrict_unprivileged_userns',
  'user/max_user_namespaces',
];

const text = async (file: string): Promise<string | null> => readFile(file, 'latin1').catch(() => null);

export async function surroundings(): Promise<Surroundings> {
  const values = await Promise.all(SWITCHES.map(async (name) => text(`/proc/sys/${name}`)));
  return {
    system: (await text('/etc/os-release')) ?? '',
    container: (await inContainer()) ? 'yes' : 'no',
    switches: new Map(SWITCHES.map((name, i) => [name, values[i]?.trim() ?? ''])),
  };
}

export async function inContainer(): Promise<boolean> {
  const marks = await Promise.all(['/.dockerenv', '/run/.containerenv'].map(text));
  const [groups, first] = await Promise.all(['/proc/1/cgroup', '/proc/1/environ'].map(text));
  return (
    marks.some((mark) => mark !== null) ||
    /docker|kubepods|containerd|libpod|lxc/.test(groups ?? '') ||
    /(?:^|\0)container=/.test(first ?? '')
  );
}

const INSTALL: readonly (readonly [of: RegExp, command: string])[] = [
  [/debian|ubuntu/, 'sudo apt-get install bubblewrap'],
  [/fedora|rhel|centos/, 'sudo dnf install bubblewrap'],
  [/alpine/, 'sudo apk add bubblewrap util-linux bash'],
  [/arch/, 'sudo pacman -S bubblewrap'],
  [/suse/, 'sudo zypper install bubblewrap'],
];

function install(system: string): string {
  const names = [...system.matchAll(/^ID(?:_LIKE)?=(.*)$/gm)].map(([, name]) => name).join(' ');
  return INSTALL.find(([of]) => of.test(names))?.[1] ?? 'install bubblewrap 0.8 or newer';
}

const DOCKER =
  'start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined, or, where the container itself is the confinement, say --sandbox external';

/** What a start that failed tells of its cause. `said` is what bubblewrap wrote. */
export function explain(said: string, { system, container, switches }: Surroundings): Trouble {
  const last = said.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  if (/ENOENT|\bbwrap: (?:command )?not found/.test(said)) {
    return { because: 'bubblewrap (bwrap) is not installed', fix: install(system) };
  }
  if (/[Uu]nknown option/.test(said)) {
    return { because: `this bubblewrap is too old (${last})`, fix: `${install(system)} (0.8 or newer)` };
  }
  if (/prlimit/.test(said)) {
    return { because: 'prlimit is not installed', fix: 'install util-linux' };
  }
  const off = (name: string, value: string): boolean => switches.get(name) === value;
  const because = `bubblewrap cannot make a namespace (${last})`;
  if (container === 'yes') {
    return { because: `${because}; this is a container`, fix: DOCKER };
  }
  if (off('kernel/unprivileged_userns_clone', '0')) {
    return { because, fix: 'sudo sysctl -w kernel.unprivileged_userns_clone=1' };
  }
  if (off('kernel/apparmor_restrict_unprivileged_userns', '1')) {
    return {
      because: `${because}; AppArmor keeps it from doing so`,
      fix: `give bwrap a profile: printf 'abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) {\\n  userns,\\n}\\n' | sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap`,
    };
  }
  if (off('user/max_user_namespaces', '0')) {
    return { because, fix: 'sudo sysctl -w user.max_user_namespaces=15000' };
  }
  return { because, fix: `${DOCKER}; or see docs/sandbox.md` };
}
