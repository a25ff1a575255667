import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Wrap } from '../shell-begin.ts';
import { shell } from '../shell.ts';
import type { Place } from './profile.ts';

/** What the probe looked at: `holes` are sentences; `said` is the whole output where it did not come to its end. */
export type Probed =
  | { readonly kind: 'tight' }
  | { readonly kind: 'open'; readonly holes: readonly string[] }
  | { readonly kind: 'failed'; readonly said: string };

type Entrance = { enter(place: Place): Wrap };

const TIMEOUT_MS = 20_000;

/**
 * Runs a script in a sandbox that tries to get out of it, in folders made for it. What it tells is not taken for granted:
 * writes and connections are looked for out here, too.
 */
export async function probe(
  sandbox: Entrance,
  env: Readonly<Record<string, string>>,
  signs: Signs,
): Promise<Probed> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'orchestrate-probe-')));
  const canary = path.join(folder, 'outside', 'canary');
  const listener = await listen();
  try {
    const place = await furnish(folder);
    await writeFile(canary, 'whole');
    const ran = await shell(script(canary, listener.port), {
      cwd: place.root,
      env,
      log: path.join(folder, 'log'),
      wrap: sandbox.enter(place),
      timeoutMs: TIMEOUT_MS,
    });
    const said = `${ran.head}${ran.tail}`;
    if (ran.exitCode !== 0 || !said.endsWith('end\n')) {
      return { kind: 'failed', said };
    }
    const holes = [
      ...holesIn(said.split('\n'), signs),
      ...inherited(said.split('\n'), env),
      ...((await readFile(canary, 'utf8')) === 'whole' ? [] : ['a file outside was changed']),
      ...(listener.count() === 0 ? [] : ['a port of this machine could be reached']),
    ];
    return holes.length === 0 ? { kind: 'tight' } : { kind: 'open', holes };
  } catch (error) {
    return { kind: 'failed', said: error instanceof Error ? error.message : String(error) };
  } finally {
    await listener.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function furnish(folder: string): Promise<Place> {
  const at = (name: string): string => path.join(folder, name);
  await Promise.all(['work', 'temporary', 'home', 'outside'].map(async (name) => mkdir(at(name))));
  return { root: at('work'), temporary: at('temporary'), home: at('home'), homeIs: 'kept', readOnly: [] };
}

const script = (canary: string, port: number): string => `
while read -r name value; do
  case $name in CapEff:|NoNewPrivs:|Seccomp:) echo "status $name $value";; esac
done < /proc/self/status
echo x > own || echo "hole its own folder cannot be written"
(echo x > '${canary}') 2>/dev/null && echo "hole a file outside could be written"
(echo x > /usr/.orchestrate-probe) 2>/dev/null && echo "hole the system could be written"
(exec 3<>/dev/tcp/127.0.0.1/${String(port)}) 2>/dev/null && echo "hole a port of this machine could be reached"
command -v unshare > /dev/null && unshare -U true 2>/dev/null && echo "hole namespaces can be made inside"
IFS= read -r -d '' first < /proc/1/cmdline; echo "first $first"
while IFS= read -r -d '' variable; do echo "variable \${variable%%=*}"; done < /proc/1/environ
echo "processes $(set -- /proc/[0-9]*; echo $#)"
echo end
`;

/** Lines that a tight sandbox prints, and what it means where one is missing. */
export type Signs = readonly (readonly [line: RegExp, hole: string])[];

export const SIGNS_OF_LINUX: Signs = [
  [/^status CapEff: 0+$/, 'commands keep rights of root'],
  [/^status NoNewPrivs: 1$/, 'commands can get rights from programs'],
  [/^status Seccomp: 2$/, 'no filter of system calls is in force'],
  [/^first (?:.*\/)?bwrap$/, 'other processes can be seen'],
  [/^processes \d$/, 'other processes can be seen'],
];

const holesIn = (lines: readonly string[], signs: Signs): string[] => [
  ...new Set([
    ...signs.filter(([line]) => !lines.some((one) => line.test(one))).map(([, hole]) => hole),
    ...lines.filter((line) => line.startsWith('hole ')).map((line) => line.slice('hole '.length)),
  ]),
];

/** What the sandbox itself sets. */
const OWN = /^(?:HOME|USER|LOGNAME|SHELL|TMPDIR|LANG|PWD|RUSTUP_HOME|npm_config_\w+)$/;

const inherited = (lines: readonly string[], env: Readonly<Record<string, string>>): string[] =>
  lines
    .filter((line) => line.startsWith('variable '))
    .map((line) => line.slice('variable '.length))
    .filter((name) => !(name in env) && !OWN.test(name))
    .map((name) => `the variable ${name} can be read inside`);

/** A port that only those outside may reach. */
async function listen(): Promise<{ port: number; count: () => number; close: () => Promise<void> }> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    count: () => count,
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
