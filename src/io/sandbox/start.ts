import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readSmall, writeSmall } from '../small-file.ts';
import { explain, surroundings, type Trouble } from './fixes.ts';
import { lookAtHost } from './host.ts';
import { limited } from './limits.ts';
import { probe, SIGNS_OF_LINUX } from './probe.ts';
import { bubblewrapArguments } from './profile.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { seatbelt } from './seatbelt.ts';
import { seccompFilter } from './seccomp.ts';

export type Starting = {
  /** The environment that commands will have. */
  readonly env: Readonly<Record<string, string>>;
  /** The user's real home. */
  readonly home: string;
  /** File that remembers a proof. */
  readonly memory: string;
  /** The program that runs Node. */
  readonly node: string;
  /** Whether a proof from before may be taken again, where nothing has changed since. */
  readonly proof: 'remembered' | 'fresh';
};

export type Started =
  | {
      readonly kind: 'ready';
      readonly sandbox: Sandbox;
      readonly name: string;
      /** Keeps the proof for later runs; nothing is written before. */
      readonly remember: () => Promise<void>;
    }
  | ({ readonly kind: 'impossible' } & Trouble);

/** A sandbox that has been seen to hold on this machine, or why there is none. */
export async function startSandbox(starting: Starting): Promise<Started> {
  const start = PLATFORMS[process.platform];
  return start
    ? start(starting)
    : {
        kind: 'impossible',
        because: `there is no sandbox for ${process.platform}`,
        fix: 'run orchestrate inside WSL, where the one of Linux works',
      };
}

const PLATFORMS: { readonly [P in NodeJS.Platform]?: (starting: Starting) => Promise<Started> } = {
  linux: startBubblewrap,
  darwin: startSeatbelt,
};

async function startBubblewrap(starting: Starting): Promise<Started> {
  const { env, home, memory, node, proof } = starting;
  const filter = seccompFilter(process.arch);
  if (!filter) {
    const because = `there is no filter of system calls for ${process.arch}`;
    return { kind: 'impossible', because, fix: 'use an x64 or arm64 machine, or say --sandbox external' };
  }
  const etc = await readdir('/etc').catch(() => []);
  const host = await lookAtHost({ env, home, programs: [node], etc });
  const sandbox = openSandbox({ host, node });
  const place = { root: '', temporary: '', home: '', homeIs: 'kept', readOnly: [] } as const;
  const profile = bubblewrapArguments({ host, place }, { cwd: '' });
  const key = await keyOf(env, [...profile, ...limited(host.processes, host.limits), filter.toString('hex')]);
  const remember = async (): Promise<void> => (key === null ? undefined : writeSmall(memory, key));
  const ready: Started = { kind: 'ready', sandbox, name: 'bubblewrap', remember };
  if (proof === 'remembered' && key !== null && (await readSmall(memory).catch(() => null)) === key) {
    return ready;
  }
  const found = await probe(sandbox, env, SIGNS_OF_LINUX);
  switch (found.kind) {
    case 'failed':
      return { kind: 'impossible', ...explain(found.said, await surroundings()) };
    case 'open':
      return open(found.holes);
    case 'tight':
      return ready;
  }
}

const open = (holes: readonly string[]): Started => ({
  kind: 'impossible',
  because: `the sandbox of this machine leaks: ${holes.join('; ')}`,
  fix: 'see docs/sandbox.md, or say --sandbox external inside a container or machine of its own',
});

/** What a proof holds for: this boot of this machine, this program, this user, this profile. Null where it cannot be told. */
async function keyOf(
  env: Readonly<Record<string, string>>,
  profile: readonly string[],
): Promise<string | null> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1').catch(() => null);
  const program = await find('bwrap', env['PATH'] ?? '');
  return boot === null || program === null
    ? null
    : createHash('sha256')
        .update([boot, program, process.getuid?.() ?? '', ...profile].join('\0'))
        .digest('hex');
}

/** A program's place, size and time: another one under the same name has others. */
async function find(name: string, folders: string): Promise<string | null> {
  for (const folder of folders.split(':')) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found?.isFile()) {
      return [file, found.size, found.mtimeMs, found.ino].join(' ');
    }
  }
  return null;
}

async function startSeatbelt({ env, home }: Starting): Promise<Started> {
  const sandbox = seatbelt(home);
  const found = await probe(sandbox, env, []);
  switch (found.kind) {
    case 'failed':
      return {
        kind: 'impossible',
        because: found.said,
        fix: 'say --sandbox external inside a machine of its own',
      };
    case 'open':
      return open(found.holes);
    case 'tight':
      return {
        kind: 'ready',
        sandbox,
        name: 'sandbox-exec (untested)',
        remember: async () => Promise.resolve(),
      };
  }
}
