import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Held, Holding, Wrap, Wrapped } from '../shell-begin.ts';
import { bridged } from './bridge.ts';
import { type Controller, findControllers, type Group, openGroup } from './cgroup.ts';
import { watchGrowth } from './growth.ts';
import type { Host } from './host.ts';
import { inheritedDescriptors, withoutDescriptors } from './inherited.ts';
import { group, inside, passwd } from './inside.ts';
import { limited, LIMITS } from './limits.ts';
import { askInside } from './processes.ts';
import { Passages } from './passages.ts';
import { bubblewrapArguments, DESCRIPTORS, PROXY_SOCKET, type Place, type Protection } from './profile.ts';
import { openProxy, type Proxy } from './proxy.ts';
import { seccompFilter } from './seccomp.ts';

export type SandboxOptions = {
  readonly host: Host;
  /** The program that stands between a command and the proxy. */
  readonly node: string;
  /** Leaves protections out, to prove that each is needed. */
  readonly without?: readonly Protection[];
};

/** Confines commands. */
export type Sandbox = {
  /** How to start commands in a working copy; `network` lists the names that they may reach, none by default. */
  enter(place: Place, network?: readonly string[]): Wrap;
};

type Ready = Omit<SandboxOptions, 'without'> & {
  /** Read by bubblewrap from the descriptors that come after its arguments. */
  readonly inputs: Readonly<Record<'filter' | 'passwd' | 'group', Buffer>>;
  readonly controllers: Promise<readonly Controller[]>;
  readonly inherited: Promise<readonly number[]>;
  readonly without: ReadonlySet<Protection>;
};

/** Gets everything ready that commands have in common; what takes a while is waited for by the first command. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const without = new Set(options.without);
  const controllers = without.has('limits of all processes') ? Promise.resolve([]) : findControllers();
  const inherited = inheritedDescriptors();
  const ready: Ready = { ...options, inputs: inputsFor(options.host), controllers, inherited, without };
  return {
    enter:
      (place, network = []) =>
      async (command, cwd) =>
        wrapped(ready, { place, network, command, cwd }),
  };
}

function inputsFor({ user }: Host): Ready['inputs'] {
  const filter = seccompFilter(process.arch);
  if (!filter) {
    throw new Error(`there is no filter of system calls for ${process.arch}`);
  }
  const [uid, gid] =
    user === 'root' ? [1000, 1000] : [process.getuid?.() ?? 1000, process.getgid?.() ?? 1000];
  return { filter, passwd: Buffer.from(passwd(uid, gid)), group: Buffer.from(group(gid)) };
}

type Entering = {
  readonly place: Place;
  readonly network: readonly string[];
  readonly command: string;
  readonly cwd: string;
};

async function wrapped(ready: Ready, { place, network, command, cwd }: Entering): Promise<Wrapped> {
  const { host, node, inputs, without } = ready;
  const passages = new Passages();
  const held = new Set<Held>();
  const [controllers, inherited] = await Promise.all([ready.controllers, ready.inherited]);
  const processes = openGroup(controllers, { processes: host.processes, memoryBytes: LIMITS.memory });
  const proxy = await proxyFor(network, passages);
  const lent = place.homeIs === 'lent' ? await entriesOf(place.home) : [];
  const errand = { cwd, lent, ...(proxy ? { proxy: proxy.socket } : {}) };
  const args = bubblewrapArguments({ host, place, without }, errand);
  const limits = without.has('limits of a process') ? [] : limited(host.processes, host.limits);
  const sandbox = `bubblewrap ${hashOf([...args, ...limits, ...network])}`;
  return {
    ...processes.entering({
      file: 'bwrap',
      args: [
        '--args',
        String(DESCRIPTORS.args),
        '--',
        ...limits,
        ...(proxy ? bridged(node) : []),
        ...withoutDescriptors(inherited, command),
      ],
    }),
    env: (given) => inside(given, { variables: host.variables, way: proxy ? 'out' : 'none' }),
    inputs: [Buffer.from(`${args.join('\0')}\0`), inputs.passwd, inputs.group, inputs.filter],
    ask: askInside,
    started: (pid, end) => watch(ready, place, { pid, end, held, processes }),
    release: async () => {
      await processes.remove();
      await proxy?.close();
    },
    told: () => ({ sandbox, network: passages.told(), held: [...held] }),
  };
}

/** Folders that many programs share, so that each of theirs is shown by itself. */
const SHARED = new Set(['.cache', '.config', '.local', '.local/share', '.local/lib']);

async function entriesOf(home: string, below = ''): Promise<string[]> {
  const names = await readdir(path.join(home, below)).catch(() => []);
  const each = names.map(async (name) => {
    const entry = path.join(below, name);
    return SHARED.has(entry) ? entriesOf(home, entry) : [entry];
  });
  return (await Promise.all(each)).flat();
}

const proxyFor = async (allow: readonly string[], passages: Passages): Promise<Proxy | undefined> =>
  allow.length === 0
    ? undefined
    : openProxy({ allow, mostSent: LIMITS.sent, onPassage: (passage) => passages.note(passage) });

/** Short, and the same for the same: where the proxy's socket lies is no part of what it allows. */
const hashOf = (profile: readonly string[]): string =>
  createHash('sha256')
    .update(profile.filter((_, i) => profile[i + 1] !== PROXY_SOCKET).join('\0'))
    .digest('hex')
    .slice(0, 12);

type Watched = {
  readonly pid: number;
  readonly end: (cause: 'filled') => void;
  readonly processes: Group;
  /** Takes the limits that held something back. */
  readonly held: Set<Held>;
};

/** Holds a process to what the kernel does not hold it to by itself. */
function watch({ without }: Ready, place: Place, { pid, end, processes, held }: Watched): Holding {
  const stop = without.has('watch on the disk')
    ? () => undefined
    : watchGrowth({
        folders: [place.root, place.temporary, place.home],
        mostBytes: LIMITS.growth,
        onTooMuch: () => end('filled'),
      });
  return {
    held: processes.add(pid),
    over: () => {
      stop();
      processes.held().forEach((limit) => held.add(limit));
    },
  };
}
