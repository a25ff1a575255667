import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { explain } from '../../../src/io/sandbox/fixes.ts';
import { type Host, processLimit } from '../../../src/io/sandbox/host.ts';
import { limited } from '../../../src/io/sandbox/limits.ts';
import { bubblewrapArguments, type Place } from '../../../src/io/sandbox/profile.ts';
import { seatbeltProfile } from '../../../src/io/sandbox/seatbelt.ts';
import { seccompFilter } from '../../../src/io/sandbox/seccomp.ts';
import { toolchain } from '../../../src/io/sandbox/toolchain.ts';

const HOST: Host = {
  shown: ['/usr'],
  links: [['/bin', 'usr/bin']],
  hidden: ['/opt/x/credentials'],
  user: 'root',
  variables: {},
  processes: 512,
  limits: '',
};
const PLACE: Place = { root: '/w', temporary: '/t', home: '/h', homeIs: 'kept', readOnly: ['/w/.github'] };

test('what may not be written lies on top of what may', () => {
  const args = bubblewrapArguments({ host: HOST, place: PLACE }, { cwd: '/w' }).join(' ');
  const order = [
    '--bind /t /tmp',
    '--bind /h /home/agent',
    '--ro-bind-try /usr /usr',
    '--bind /w /w',
    '--ro-bind-try /w/.github',
    '--remount-ro /',
  ];
  const places = order.map((part) => args.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(args).toContain('--uid 1000 --gid 1000 --cap-drop ALL');
  expect(args).not.toContain('--share-net');
});

test('a home that is lent shows what lies there, to read', () => {
  const place: Place = { ...PLACE, homeIs: 'lent' };
  const args = bubblewrapArguments({ host: HOST, place }, { cwd: '/w', lent: ['.cache/go'] }).join(' ');
  expect(args).toContain('--tmpfs /home/agent --ro-bind-try /h/.cache/go /home/agent/.cache/go');
  expect(args).not.toContain('--bind /h');
});

test('an ordinary user keeps its own name, and a protection can be left out to see that it is missed', () => {
  const host: Host = { ...HOST, user: 'ordinary' };
  expect(bubblewrapArguments({ host, place: PLACE }, { cwd: '/w' })).not.toContain('--uid');
  const without = new Set(['network namespace'] as const);
  expect(bubblewrapArguments({ host, place: PLACE, without }, { cwd: '/w' })).not.toContain('--unshare-net');
});

test.each([
  ['5.10.0-21-amd64', 8_192],
  ['4.19.0', 8_192],
])('kernel %s counts all processes of a user: at most %i', (kernel, most) => {
  expect(processLimit(kernel)).toBe(most);
});

test.each(['5.14.0', '6.1.0-18-amd64'])('kernel %s counts those of the sandbox', (kernel) => {
  expect(processLimit(kernel)).toBeGreaterThanOrEqual(512);
  expect(processLimit(kernel)).toBeLessThan(2_000);
});

test('nobody allows more than they have been allowed', () => {
  const own =
    'Max open files            256                  300                  files\nMax file size   unlimited   unlimited   bytes\n';
  expect(limited(512, own)).toContain('--nofile=300');
  expect(limited(512, own)).toContain('--fsize=2147483648');
});

/** Runs the filter on one call, as the kernel would. */
function judge(
  arch: string,
  call: { audit: number; number: number; first?: number; second?: number },
): number {
  const program = seccompFilter(arch) ?? Buffer.alloc(0);
  const data = new Map([
    [0, call.number],
    [4, call.audit],
    [16, call.first ?? 0],
    [24, call.second ?? 0],
  ]);
  let value = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    const [code, yes, no] = [
      program.readUInt16LE(at * 8),
      program[at * 8 + 2] ?? 0,
      program[at * 8 + 3] ?? 0,
    ];
    const k = program.readUInt32LE(at * 8 + 4);
    if (code === 0x06) {
      return k;
    }
    if (code === 0x20) {
      value = data.get(k) ?? Number.NaN;
    } else {
      const holds = code === 0x15 ? value === k : code === 0x35 ? value >= k : (value & k) !== 0;
      at += holds ? yes : no;
    }
  }
  return -1;
}

const ALLOW = 0x7fff0000;
const error = (number: number): number => 0x50000 | number;

test.each([
  ['x64', 0xc000003e, { read: 0, mount: 165, unshare: 272, clone: 56, clone3: 435, socket: 41, ioctl: 16 }],
  [
    'arm64',
    0xc00000b7,
    { read: 63, mount: 40, unshare: 97, clone: 220, clone3: 435, socket: 198, ioctl: 29 },
  ],
] as const)(
  'the filter of %s refuses what reaches past a sandbox and lets the rest be',
  (arch, audit, numbers) => {
    const of = (name: keyof typeof numbers, first = 0, second = 0): number =>
      judge(arch, { audit, number: numbers[name], first, second });
    expect(of('read')).toBe(ALLOW);
    expect([of('mount'), of('unshare')]).toEqual([error(1), error(1)]);
    expect(of('clone3')).toBe(error(38));
    expect([of('clone', 17), of('clone', 0x10000000)]).toEqual([ALLOW, error(1)]);
    expect([1, 2, 10, 16, 17, 38, 40].map((family) => of('socket', family))).toEqual([
      ALLOW,
      ALLOW,
      ALLOW,
      ALLOW,
      error(97),
      error(97),
      error(97),
    ]);
    expect([of('ioctl', 0, 0x5401), of('ioctl', 0, 0x5412)]).toEqual([ALLOW, error(1)]);
    expect(judge(arch, { audit: 0x40000003, number: numbers.read })).toBe(error(1));
  },
);

test('another calling convention of the same machine is unknown', () => {
  expect(judge('x64', { audit: 0xc000003e, number: 0x40000000 + 41 })).toBe(error(38));
  expect(seccompFilter('mips')).toBeUndefined();
});

test('of installations the folder above is shown, of a home nothing, and keys are hidden', async () => {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'toolchain-')));
  onTestFinished(async () => rm(home, { recursive: true }));
  for (const folder of ['.tool/bin', '.local/bin', '.local/share/venvs/x/bin', 'bin']) {
    await mkdir(path.join(home, folder), { recursive: true });
  }
  await writeFile(path.join(home, '.tool/credentials.toml'), 'token');
  await writeFile(path.join(home, '.local/share/venvs/x/bin/x'), '');
  await symlink('../share/venvs/x/bin/x', path.join(home, '.local/bin/x'));
  const bins = ['.tool/bin', '.local/bin', 'bin'].map((name) => path.join(home, name));
  const found = await toolchain({
    path: [...bins, '/usr/bin', 'relative', ''].join(':'),
    home,
    programs: [],
    parts: [],
  });
  expect(found.folders.map((folder) => path.relative(home, folder))).toEqual([
    '.local/bin',
    '.local/share/venvs/x',
    '.tool',
    'bin',
  ]);
  expect(found.hidden).toEqual([path.join(home, '.tool/credentials.toml')]);
});

const machine = (container: 'yes' | 'no', switches: Record<string, string> = {}) => ({
  system: 'ID=ubuntu\nID_LIKE=debian\n',
  container,
  switches: new Map(Object.entries(switches)),
});

test.each([
  ['spawn bwrap ENOENT', machine('no'), /not installed/, /apt-get install bubblewrap/],
  ['sh: 1: exec: bwrap: not found', machine('yes'), /not installed/, /apt-get install bubblewrap/],
  ['bwrap: Unknown option --disable-userns', machine('no'), /too old/, /0\.8 or newer/],
  ['bwrap: execvp prlimit: No such file or directory', machine('no'), /prlimit/, /util-linux/],
  ['bwrap: No permissions', machine('yes'), /container/, /seccomp=unconfined/],
  [
    'bwrap: x',
    machine('no', { 'kernel/unprivileged_userns_clone': '0' }),
    /namespace/,
    /unprivileged_userns_clone=1/,
  ],
  [
    'bwrap: x',
    machine('no', { 'kernel/apparmor_restrict_unprivileged_userns': '1' }),
    /AppArmor/,
    /apparmor_parser/,
  ],
  ['bwrap: x', machine('no', { 'user/max_user_namespaces': '0' }), /namespace/, /max_user_namespaces=/],
] as const)('%s: what helps is told', (said, surroundings, because, fix) => {
  const found = explain(said, surroundings);
  expect(found.because).toMatch(because);
  expect(found.fix).toMatch(fix);
});

test('on macOS what is written is named and the home is not read', () => {
  const text = seatbeltProfile(PLACE, '/Users/ada');
  expect(text).toContain('(deny network*)');
  expect(text).toContain('(deny file-read* (subpath "/Users/ada"))');
  expect(text).toMatch(/\(allow file-write\* \(subpath "\/w"\)/);
  expect(text).toContain('(deny file-write* (subpath "/w/.github"))');
});
