import { mkdir, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { childEnvironment } from '../../src/io/environment.ts';
import { openGit } from '../../src/io/git/open.ts';
import { listFiles } from '../../src/io/git/files.ts';
import { objectFolders } from '../../src/io/git/objects.ts';
import { protectedPlaces } from '../../src/domain/guard/protected.ts';
import { lookAtHost } from '../../src/io/sandbox/host.ts';
import type { Protection } from '../../src/io/sandbox/profile.ts';
import { openSandbox } from '../../src/io/sandbox/sandbox.ts';
import type { Wrap } from '../../src/io/shell-begin.ts';
import { openSlot } from '../../src/io/slot.ts';
import type { Case } from './cases.ts';
import type { Seen } from './checks.ts';
import type { StageOptions } from './fixture.ts';
import type { Scene } from './scene.ts';
import { handsIn } from './tools.ts';

const gitIn = async ({ places, env }: Pick<Scene, 'places' | 'env'>) => {
  const opened = await openGit({ dir: places.MAIN, env });
  if (opened.kind !== 'repository') {
    throw new Error(opened.kind);
  }
  return opened.git;
};

/** The coder's working copy as the product makes it. */
export const slotWorktree: NonNullable<StageOptions['worktree']> = async (scene) => {
  const own = path.join(path.dirname(scene.places.WT), 'own');
  await mkdir(own, { recursive: true });
  const slot = openSlot({
    git: await gitIn(scene),
    path: scene.places.WT,
    indexFile: path.join(own, 'index'),
    trash: path.join(own, 'trash'),
  });
  await slot.reset(scene.base);
};

/** How the product starts a coder's commands, with some protections left out where that is to be seen. */
async function wrapFor(one: Case, scene: Scene, without: readonly Protection[]): Promise<Wrap> {
  const { places, env } = scene;
  const git = await gitIn(scene);
  const inside = childEnvironment(env);
  const etc = await readdir('/etc');
  const host = await lookAtHost({ env: inside, home: places.HOME, programs: [process.execPath], etc });
  const files = (await listFiles(git, scene.base)).map((file) => file.path);
  const kept = protectedPlaces(files, { protect: [], open: one.setup.task?.allow_paths ?? [] });
  const at = (name: string): string => path.join(path.dirname(places.WT), 'own', name);
  await Promise.all(['tmp', 'home'].map(async (name) => mkdir(at(name), { recursive: true })));
  const sandbox = openSandbox({ host, node: process.execPath, without });
  return sandbox.enter(
    {
      root: places.WT,
      temporary: at('tmp'),
      home: at('home'),
      homeIs: 'kept',
      readOnly: [...(await objectFolders(git)), ...kept.map((name) => path.join(places.WT, name))],
    },
    one.when.network?.allow ?? [],
  );
}

/** One call of a coder's tool whose commands are confined. */
export const playConfined =
  (without: readonly Protection[] = []) =>
  async (one: Case, scene: Scene): Promise<Seen> => {
    const { timeout_ms: timeoutMs, stream: _, ...args } = one.args;
    const hands = await handsIn(scene, { wrap: await wrapFor(one, scene, without) });
    const before = await freeMb(scene.root);
    const began = performance.now();
    const given = timeoutMs === undefined ? args : { ...args, timeoutMs };
    const { text } = await hands.call(one.tool, scene.fillAll(given));
    const ms = performance.now() - began;
    const growthMb = before - (await freeMb(scene.root));
    await hands.close();
    const exit = /^exit (\d+)/.exec(text)?.[1];
    return {
      output: text,
      raw: text,
      ms,
      growthMb,
      exit: exit === undefined ? null : Number(exit),
      bytes: { model: Buffer.byteLength(text) },
      matches: text.split('\n').filter((line) => line.endsWith('.txt')).length,
      events: EVENTS.filter(([said]) => said.test(text)).map(([, event]) => event),
    };
  };

const EVENTS = [
  [/^timed out/, 'timeout'],
  [/^killed after \d+ bytes|output truncated|repetitions were shortened/, 'output-truncated'],
  [/^killed: it put more on the disk/, 'disk-limit'],
] as const;

async function freeMb(folder: string): Promise<number> {
  const { bfree, bsize } = await statfs(folder);
  return (bfree * bsize) / 1024 / 1024;
}

/** Kinds of cases that the sandbox answers for, as far as they call a tool that runs commands. */
export const CONFINED: readonly (readonly [kind: string, only: (one: Case) => boolean])[] = [
  ['sandbox-files', () => true],
  ['network', () => true],
  ['resources', () => true],
  ['protected-paths', ({ tool }) => tool === 'bash'],
  ['benign', ({ id, tool }) => id.startsWith('ok-') && tool === 'bash'],
];
