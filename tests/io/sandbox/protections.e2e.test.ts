import { mkdir, mkdtemp, readdir, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { childEnvironment } from '../../../src/io/environment.ts';
import { lookAtHost } from '../../../src/io/sandbox/host.ts';
import { type Protection, PROTECTIONS } from '../../../src/io/sandbox/profile.ts';
import { openSandbox } from '../../../src/io/sandbox/sandbox.ts';
import { shell } from '../../../src/io/shell.ts';
import { hasBubblewrap } from '../../bubblewrap.ts';

/** A command that prints `held` where a protection is in force. What only a watcher outside sees is tried elsewhere. */
const SIGNS: Readonly<Record<Exclude<Protection, Watched>, string>> = {
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
};
type Watched = 'limits of all processes' | 'watch on the disk';

/** Two that stop the same: each holds without the other. */
const OVERLAP: Readonly<Partial<Record<Protection, readonly Protection[]>>> = {
  'no further namespaces': ['seccomp'],
};

/** An ordinary user gets these from the kernel whatever it asks for. */
const OF_ROOT = new Set<Protection>(['user namespace', 'no capabilities']);

/** What the sign of a protection prints in a sandbox without some; null where nothing runs there. */
async function sees(sign: string, without: readonly Protection[]): Promise<string | null> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'protections-')));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const at = (name: string): string => path.join(folder, name);
  await Promise.all(['work', 'tmp', 'home'].map(async (name) => mkdir(at(name))));
  const kept = path.join(at('work'), 'kept');
  await writeFile(kept, 'x');
  const env = {
    ...childEnvironment(process.env),
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
  const ran = await shell(`echo began; ${sign}`, { cwd: at('work'), env, log: at('log'), wrap });
  return ran.head.startsWith('began\n') ? ran.head.slice('began\n'.length) : null;
}

describe.skipIf(!hasBubblewrap)('each protection', () => {
  const isRoot = process.getuid?.() === 0;
  const cases = PROTECTIONS.flatMap((name) =>
    name in SIGNS ? [{ name, sign: SIGNS[name as keyof typeof SIGNS] }] : [],
  );

  test('has a sign, or is watched from outside', async () => {
    const names = new Set<string>(cases.map(({ name }) => name));
    expect(PROTECTIONS.filter((name) => !names.has(name))).toEqual([
      'limits of all processes',
      'watch on the disk',
    ]);
    const all = await sees(cases.map(({ name, sign }) => `echo "${name} $(${sign})"`).join('\n'), []);
    expect(all?.trim().split('\n')).toEqual(cases.map(({ name }) => `${name} held`));
  });

  test.each(cases.filter(({ name }) => isRoot || !OF_ROOT.has(name)))(
    '$name is missed when it is left out',
    async ({ name, sign }) => {
      const others = OVERLAP[name] ?? [];
      const withIt = others.length === 0 ? 'held\n' : await sees(sign, others);
      expect(withIt).toBe('held\n');
      expect(await sees(sign, [...others, name])).not.toBe('held\n');
    },
  );
});
