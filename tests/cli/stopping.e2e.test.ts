import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Answer } from './endpoint.ts';
import { bin } from './program.ts';
import { userOf } from './refusal.ts';
import {
  closing,
  accepts,
  bash,
  checkpoint,
  done,
  expectExit,
  plans,
  scene,
  type Scene,
  writes,
} from './scene.ts';

const MARKER = 'ORCHESTRATE_TEST_MARKER';

/** Starts the program and gives what it has said so far; `text` is waited for on stderr. */
function start(at: Scene, args: readonly string[], marker: string) {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: at.repo.root,
    env: { ...at.env, [MARKER]: marker },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closing(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { child, said, ended };
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await what())) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Processes that were given the marker, by what they run. */
async function processesWith(marker: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.includes(`${MARKER}=${marker}`)) {
      found.push((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' '));
    }
  }
  return found;
}

const lastOf = (stdout: string): unknown => JSON.parse(stdout.trim().split('\n').at(-1) ?? '');

/** A coder whose command runs until somebody ends it, and leaves another one behind. */
const busy = async () =>
  scene({
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: (_, n) =>
        n === 1
          ? bash('echo begun > begun.txt; sleep 300 & sleep 300')
          : n === 2
            ? writes('c.txt', 'new\n')
            : done(),
    },
  });
const CHECK = ['--check', 'sh check.sh'];

test.skipIf(process.platform !== 'linux').concurrent.each([
  { signal: 'SIGINT', exit: 130 },
  { signal: 'SIGTERM', exit: 143 },
] as const)(
  '$signal in the midst of a command saves, leaves no process, and can be resumed',
  async ({ signal, exit }) => {
    const at = await busy();
    const before = await userOf(at);
    const marker = `${signal}-${String(process.pid)}`;
    const { child, said, ended } = start(at, ['spec.md', ...CHECK, '--json'], marker);
    await until(async () => (await processesWith(marker)).filter((c) => c.startsWith('sleep')).length === 2);
    child.kill(signal);
    expectExit({ exit: await ended, stderr: said.stderr }, exit);
    expect(await processesWith(marker)).toEqual([]);
    expect(lastOf(said.stdout)).toMatchObject({
      type: 'end',
      outcome: 'paused',
      reason: 'interrupted',
      exit,
    });
    expect(await userOf(at)).toEqual(before);

    const resumed = await at.run(['resume', '--json']);
    expectExit(resumed, 0);
    expect(at.sent('planner')).toHaveLength(1);
    expect(at.sent('coder')[1]?.messages.at(-1)?.content).toMatch(/[Ii]nterrupted|aborted|stopped/);
    expect(await at.branch('begun.txt')).toBe('begun');
  },
);

test.skipIf(process.platform !== 'linux').concurrent.each([
  { phase: 'the baseline', at: 'baseline' },
  { phase: 'planning', at: 'planner' },
  { phase: 'a review', at: 'reviewer' },
  { phase: 'the check of an attempt', at: 'check' },
])('stopped in the midst of $phase, a run goes on from there', async ({ at: where }) => {
  let slow = true;
  const held = (role: string, answer: Answer): Answer =>
    slow && role === where ? { ...answer, delayMs: 120_000 } : answer;
  const at = await scene({
    script: {
      planner: () => held('planner', plans(checkpoint('c1'))),
      coder: (_, n) => (n === 1 ? writes('c.txt', 'new\n') : done()),
      reviewer: () => held('reviewer', accepts()),
    },
  });
  const hold = path.join(at.repo.home, 'hold');
  const check = [
    '--check',
    `test ! -e c.txt || test ! -e ${hold}-check || sleep 300; test ! -e ${hold}-baseline || sleep 300; sh check.sh`,
  ];
  await writeFile(`${hold}-${where}`, '');
  const marker = `${where}-${String(process.pid)}`;
  const { child, said, ended } = start(at, ['spec.md', ...check, '--json', '--sandbox', 'external'], marker);
  await until(async () =>
    where === 'planner' || where === 'reviewer'
      ? at.sent(where).length === 1
      : (await processesWith(marker)).some((command) => command.startsWith('sleep')),
  );
  child.kill('SIGINT');
  expectExit({ exit: await ended, stderr: said.stderr }, 130);
  expect(await processesWith(marker)).toEqual([]);
  slow = false;
  await rm(`${hold}-${where}`);
  const resumed = await at.run(['resume', '--json']);
  expectExit(resumed, 0);
  expect(await at.branch('c.txt')).toBe('new');
  expect(at.sent('coder')).toHaveLength(2);
});

test
  .skipIf(process.platform !== 'linux')
  .concurrent('a second Ctrl-C ends at once, and still leaves no process', async () => {
    const at = await scene({
      script: {
        planner: [plans(checkpoint('c1'))],
        coder: [bash("trap '' TERM INT; while true; do sleep 0.1; done")],
      },
    });
    const marker = `twice-${String(process.pid)}`;
    const { child, said, ended } = start(at, ['spec.md', ...CHECK, '--json'], marker);
    await until(async () => (await processesWith(marker)).some((c) => c.includes('while true')));
    const meanwhile = await at.run(['status', '--json']);
    expect(meanwhile.records).toMatchObject([{ type: 'status', outcome: 'running', exit: null }]);
    child.kill('SIGINT');
    await until(() => said.stderr.includes('once more ends at once'));
    child.kill('SIGINT');
    expectExit({ exit: await ended, stderr: said.stderr }, 130);
    expect(lastOf(said.stdout)).toMatchObject({ type: 'end', outcome: 'paused', exit: 130, open: ['c1'] });
    await until(async () => (await processesWith(marker)).length === 0);
    const status = await at.run(['status', '--json']);
    expect(status.records.at(-1)).toMatchObject({ type: 'end', outcome: 'paused' });
  });

test.concurrent('stopped before there is a run, the program says so and has written nothing', async () => {
  const at = await scene();
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  closing(() => void silent.close());
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const url = `http://127.0.0.1:${String(port)}/v1`;
  const connected = once(silent, 'connection');
  const stopped = { ...at, env: { ...at.env, OPENAI_BASE_URL: url } };
  const { child, said, ended } = start(stopped, ['spec.md', '--json'], 'before');
  await connected;
  child.kill('SIGINT');
  expectExit({ exit: await ended, stderr: said.stderr }, 130);
  expect(lastOf(said.stdout)).toMatchObject({ type: 'end', outcome: 'refused', exit: 130, run: null });
  expect(existsSync(path.join(at.repo.home, 'state'))).toBe(false);
});

test.concurrent(
  'a second run beside a live one is refused with its process and its name; looking on is not',
  async () => {
    const at = await busy();
    const marker = `beside-${String(process.pid)}`;
    const { child, said, ended } = start(at, ['spec.md', ...CHECK], marker);
    await until(() => said.stderr.includes('c1.a1   started'));
    const [, id = 'none'] = /run (\d{8}-\d{4}-\w{3})/.exec(said.stderr) ?? [];
    const asked = at.server.requests.length;
    for (const args of [['spec.md'], ['resume'], ['clean', '--yes']]) {
      const second = await at.run(
        [...args, '--json'].slice(0, args[0] === 'clean' ? args.length : undefined),
      );
      expectExit(second, 3);
      expect(second.stderr).toContain(`process ${String(child.pid)}`);
      expect(second.stderr).toContain(id);
    }
    const status = await at.run(['status']);
    expectExit(status, 0);
    expect(status.stdout).toMatch(/c1.*Change for c1/);
    expect(status.stdout).not.toMatch(/not running/);
    expect(at.server.requests.length).toBeLessThanOrEqual(asked + 1);
    child.kill('SIGINT');
    await ended;
  },
);

test.concurrent('the log can be followed from another shell until the run is over', async () => {
  const at = await scene({
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: [bash('sleep 1'), writes('c.txt', 'new\n'), done()],
    },
  });
  const run = start(at, ['spec.md', ...CHECK, '--json'], 'log');
  await until(() => run.said.stdout.includes('attempt.started'));
  const follow = start(at, ['log', '--follow', '--json'], 'follow');
  expectExit({ exit: await run.ended, stderr: run.said.stderr }, 0);
  expectExit({ exit: await follow.ended, stderr: follow.said.stderr }, 0);
  expect(follow.said.stdout).toEqual(run.said.stdout);
});
