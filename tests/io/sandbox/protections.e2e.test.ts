import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { childEnvironment } from '../../../src/io/environment.ts';
import { findControllers } from '../../../src/io/sandbox/cgroup.ts';
import { lookAtHost } from '../../../src/io/sandbox/host.ts';
import { type Protection, PROTECTIONS } from '../../../src/io/sandbox/profile.ts';
import { openSandbox } from '../../../src/io/sandbox/sandbox.ts';
import { findMarked } from '../../../src/io/shell-leftovers.ts';
import { startShell } from '../../../src/io/shell.ts';
import { hasBubblewrap } from '../../bubblewrap.ts';

/** A command that prints `held` where a protection is in force, or is looked at from outside. */
const SIGNS: Readonly<Record<Protection, string>> = {
  'user namespace': 'read -r _ _ count < /proc/self/uid_map; [ "$count" = 1 ] && echo held',
  'pid namespace': '[ $$ -lt 10 ] && echo held',
  'network namespace': '[ "$(grep -c : /proc/net/dev)" = 1 ] && echo held',
  'ipc namespace': '[ "$(readlink /proc/self/ns/ipc)" != "$HOST_IPC" ] && echo held',
  'no further namespaces': 'unshare -U true 2> /dev/null || echo held',
  'no capabilities': 'grep -q "^CapBnd:.0*$" /proc/self/status && echo held',
  'fresh /proc': '[ ! -e "/proc/$HOST_PID/comm" ] && echo held',
  'own /dev': '[ "$(stat -c %d /dev)" != "$HOST_DEV" ] && echo held',
  'read-only root': '(: > /here) 2> /dev/null || echo held',
  'read-only system': 'grep -q " /usr ro," /proc/self/mountinfo && echo held',
  'protected files': '(: > kept) 2> /dev/null || echo held',
  seccomp: 'grep -q "^Seccomp:.2$" /proc/self/status && echo held',
  'limits of a process': '[ "$(ulimit -c)" = 0 ] && [ "$(ulimit -n)" -le 4096 ] && echo held',
  'limits of all processes':
    'for i in 1 2 3 4 5 6 7 8 9 10; do [ -e grouped ] && break; sleep 0.2; done; cat grouped',
  'watch on the disk': 'fallocate -l 1100M a && fallocate -l 1100M b && sleep 3',
};

/** Says into a file of the working copy what only others see: whether the command is in a group of processes of its own. */
async function tellGroup(mark: string, file: string): Promise<void> {
  const found = await vi.waitUntil(async () => (await findMarked('SEEN_AS', mark))[0], { timeout: 5_000 });
  const groups = await readFile(`/proc/${String(found.pid)}/cgroup`, 'utf8');
  await writeFile(file, groups.includes('/orchestrate-') ? 'held\n' : 'free\n');
}

/** Two that stop the same: each holds without the other. */
const OVERLAP: Readonly<Partial<Record<Protection, readonly Protection[]>>> = {
  'no further namespaces': ['seccomp'],
};

/** An ordinary user gets these from the kernel whatever it asks for. */
const OF_ROOT = new Set<Protection>(['user namespace', 'no capabilities']);

/** Where nobody may make groups of processes there are none to be in. */
const NOT_HERE = new Set<Protection>((await findControllers()).length > 0 ? [] : ['limits of all processes']);
const WATCHED = new Set<Protection>(
  (['limits of all processes', 'watch on the disk'] as const).filter((name) => !NOT_HERE.has(name)),
);

/** What the sign of a protection prints in a sandbox without some; null where nothing runs there. */
async function sees(sign: string, without: readonly Protection[]): Promise<string | null> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'protections-')));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const at = (name: string): string => path.join(folder, name);
  await Promise.all(['work', 'tmp', 'home'].map(async (name) => mkdir(at(name))));
  const kept = path.join(at('work'), 'kept');
  await writeFile(kept, 'x');
  const mark = randomUUID();
  const env = {
    ...childEnvironment(process.env),
    SEEN_AS: mark,
    HOST_PID: String(process.pid),
    HOST_DEV: String((await stat('/dev')).dev),
    HOST_IPC: await readlink('/proc/self/ns/ipc'),
  };
  const programs = [process.execPath];
  const host = await lookAtHost({ env, home: at('home'), programs, etc: await readdir('/etc') });
  const place = {
    root: at('work'),
    temporary: at('tmp'),
    home: at('home'),
    homeIs: 'kept',
    readOnly: [kept],
  } as const;
  const wrap = openSandbox({ host, node: process.execPath, without }).enter(place);
  const running = await startShell(`echo began; ${sign}`, { cwd: at('work'), env, log: at('log'), wrap });
  await (sign.includes('grouped') ? tellGroup(mark, path.join(place.root, 'grouped')) : undefined);
  const ran = await running.done;
  const said = ran.filled ? `${ran.head}held\n` : ran.head;
  return said.startsWith('began\n') ? said.slice('began\n'.length) : null;
}

describe.skipIf(!hasBubblewrap)('each protection', () => {
  const isRoot = process.getuid?.() === 0;
  const cases = PROTECTIONS.map((name) => ({ name, sign: SIGNS[name] }));

  test('is in force', async () => {
    const own = cases.filter(({ name }) => !WATCHED.has(name) && !NOT_HERE.has(name));
    const all = await sees(own.map(({ name, sign }) => `echo "${name} $(${sign})"`).join('\n'), []);
    expect(all?.trim().split('\n')).toEqual(own.map(({ name }) => `${name} held`));
    await Promise.all([...WATCHED].map(async (name) => expect(await sees(SIGNS[name], [])).toBe('held\n')));
  });

  test.each(cases.filter(({ name }) => (isRoot || !OF_ROOT.has(name)) && !NOT_HERE.has(name)))(
    '$name is missed when it is left out',
    async ({ name, sign }) => {
      const others = OVERLAP[name] ?? [];
      const withIt = others.length === 0 ? 'held\n' : await sees(sign, others);
      expect(withIt).toBe('held\n');
      expect(await sees(sign, [...others, name])).not.toBe('held\n');
    },
  );
});
