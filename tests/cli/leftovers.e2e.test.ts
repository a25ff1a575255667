import { execFileSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { self } from '../../src/io/process-identity.ts';
import { bin } from './program.ts';
import { bash, checkpoint, done, expectExit, finish, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const asking = async () =>
  scene({
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: [finish({ outcome: 'question', question: 'Which?' }), writes('c.txt', 'new\n'), done()],
    },
  });

test.concurrent.each([
  { name: 'a process that is gone', stale: async () => ({ ...(await self()), pid: 2 ** 22 + 1 }) },
  { name: 'a number that another process has now', stale: async () => ({ ...(await self()), start: '1' }) },
  { name: 'an earlier boot of the machine', stale: async () => ({ ...(await self()), boot: 'other' }) },
])('a lock left by $name is taken over, and that is told', async ({ stale }) => {
  const at = await asking();
  expectExit(await at.run(['spec.md', ...CHECK]), 6);
  expectExit(await at.run(['answer', 'This one.']), 0);
  const holder = { ...(await stale()), run: 'gone', at: new Date().toISOString() };
  await writeFile(path.join(await at.records(), '../../lock'), JSON.stringify(holder));
  const resumed = await at.run(['resume']);
  expectExit(resumed, 0);
  expect(resumed.stderr).toContain(`process ${String(holder.pid)} died with the lock of this repository`);
});

/** Root may write anywhere, whatever the modes say: such a right is laid down first. */
const asOrdinary = (): readonly string[] | null => {
  if (process.getuid?.() !== 0) {
    return [];
  }
  const without = ['setpriv', '--inh-caps', '-all', '--bounding-set', '-dac_override,-dac_read_search', '--'];
  try {
    execFileSync('setpriv', [...without.slice(1), 'true'], { stdio: 'ignore' });
    return without;
  } catch {
    return null;
  }
};

test
  .skipIf(process.platform !== 'linux' || asOrdinary() === null)
  .concurrent('a .git that cannot be written is one clear error before anything is asked', async () => {
    const at = await asking();
    const git = path.join(at.repo.root, '.git');
    const folders = [git, path.join(git, 'objects'), path.join(git, 'refs')];
    await Promise.all(folders.map(async (dir) => chmod(dir, 0o555)));
    const [file, ...before] = [...(asOrdinary() ?? []), process.execPath];
    const { exitCode, stderr, stdout } = await execa(file, [...before, bin, 'spec.md', ...CHECK, '--json'], {
      cwd: at.repo.root,
      env: at.env,
      extendEnv: false,
      reject: false,
    });
    await Promise.all(folders.map(async (dir) => chmod(dir, 0o755)));
    expectExit({ exit: exitCode ?? null, stderr }, 3);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/\.git folder cannot be written/);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'end', outcome: 'refused', exit: 3 });
    expect(at.server.requests).toEqual([]);
  });

test
  .skipIf(process.platform !== 'linux')
  .concurrent(
    'what a check leaves in a session of its own is ended with the check, not with the run',
    async () => {
      // One that has ended and was not waited for yet has a number still, and no command line.
      const look =
        'grep -q sleep "/proc/$(head -1 "$PIDS_PATH")/cmdline" && echo alive > c.txt || echo gone > c.txt';
      const at = await scene({
        script: { planner: [plans(checkpoint('c1'))], coder: [bash(look), done()] },
      });
      const env = { PIDS_PATH: path.join(at.repo.home, 'pids') };
      const check = `setsid sh -c 'echo $$ >> "$PIDS_PATH"; exec sleep 300' >/dev/null 2>&1 & sleep 0.3; sh check.sh`;
      expectExit(await at.run(['spec.md', '--check', check, '--sandbox', 'external'], { env }), 0);
      expect((await readFile(env.PIDS_PATH, 'utf8')).length).toBeGreaterThan(0);
      expect(await at.branch('c.txt')).toBe('gone');
    },
  );
