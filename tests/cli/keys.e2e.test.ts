import { execa } from 'execa';
import { expect, test } from 'vitest';
import { bin } from './program.ts';
import type { Sent } from './endpoint.ts';
import { checkpoint, done, plans, scene, writes, type Scene } from './scene.ts';

const OPEN = '\u001b[?1049h';
const CLOSE = '\u001b[?1049l';

test.concurrent(
  'on a terminal a worker can be watched and told, Ctrl-C stops the run, and the terminal is given back',
  async () => {
    const at = await scene({
      script: {
        planner: () => plans(checkpoint('c1')),
        coder: (_, n) =>
          n === 1 ? { ...writes('c.txt', 'new\n'), text: 'I write it now.' } : { ...done(), delayMs: 30_000 },
      },
    });
    const command = `stty cols 80 rows 24; '${process.execPath}' '${bin}' spec.md --check 'sh check.sh'; stty -a`;
    const child = execa('script', ['-qec', command, '/dev/null'], {
      cwd: at.repo.root,
      env: { ...at.repo.env, ...at.env, TERM: 'xterm' },
      extendEnv: false,
      reject: false,
    });
    const steps = [
      { once: /coding/, key: 'w' },
      { once: /the next one, Esc back/, key: 't' },
      { once: /Enter sends/, key: 'Be brief.\r' },
      { once: /the coder of c1 sees it/, key: '\u0003' },
    ];
    let seen = '';
    child.stdout.on('data', (data: Buffer) => {
      seen += data.toString();
      if (steps[0]?.once.test(seen)) {
        seen = '';
        child.stdin.write(steps.shift()?.key ?? '');
      }
    });
    const { stdout } = await child;
    expect(steps).toEqual([]);
    expect(stdout).toContain(OPEN);
    const after = stdout.slice(stdout.lastIndexOf(CLOSE));
    expect(after).toMatch(/Interrupted[^]*orchestrate resume/);
    expect((await at.run(['log'])).stdout).toMatch(/you say: Be brief\./);
    expect(after).toMatch(/(?<!-)icanon/);
    expect(after).toMatch(/(?<!-)echo /);
  },
);

test.concurrent(
  'whoever is at the terminal is asked about the plan, and the run goes on by what they say',
  { timeout: 180_000 },
  async () => {
    const at = await scene({
      script: {
        planner: (_, n) => plans(checkpoint('c1', { title: n === 1 ? 'Too much' : 'Just enough' })),
        coder: (_, n) => (n % 2 === 1 ? writes('c.txt', `try ${String(n)}\n`) : done()),
      },
    });
    const person = await typing(at, "spec.md --check 'sh check.sh' --approve plan", [
      { once: /Too much[^]*Go on with this plan/, key: '\u001b[B\r' },
      { once: /What should be different/, key: 'Less.\r' },
      { once: /Just enough[^]*Go on with this plan/, key: '\r' },
    ]);
    expect(person.left).toEqual([]);
    expect(person.exit).toBe(0);
    expect(said(at.sent('planner')[1])).toMatch(/You planned this before:[^]*Too much[^]*said: Less\./);

    expect(await at.branch('c.txt')).toMatch(/^try \d$/);
  },
);

test.concurrent('a terminal that is closed stops the run, and nothing is left running', async () => {
  const at = await scene({
    script: { planner: () => plans(checkpoint('c1')), coder: () => ({ ...done(), delayMs: 30_000 }) },
  });
  const command = `echo pid:$$; exec '${process.execPath}' '${bin}' spec.md --check 'sh check.sh'`;
  const child = execa('script', ['-qec', command, '/dev/null'], {
    cwd: at.repo.root,
    env: { ...at.repo.env, ...at.env, TERM: 'xterm' },
    extendEnv: false,
    reject: false,
  });
  let seen = '';
  child.stdout.on('data', (data: Buffer) => {
    seen += data.toString();
    if (seen.includes(OPEN)) {
      child.kill('SIGKILL');
    }
  });
  await child;
  const pid = Number(/pid:(\d+)/.exec(seen)?.[1]);
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isThere(pid), { timeout: 20_000, interval: 100 }).toBe(false);
});

const said = (sent: Sent | undefined): string =>
  (sent?.messages ?? []).map(({ content }) => content ?? '').join('\n');

type Step = { readonly once: RegExp; readonly key: string };

/** The program on a terminal, with somebody who types a key each time that what they wait for is seen. */
async function typing(at: Scene, args: string, steps: readonly Step[]) {
  const command = `stty cols 80 rows 24; exec '${process.execPath}' '${bin}' ${args}`;
  const child = execa('script', ['-qec', command, '/dev/null'], {
    cwd: at.repo.root,
    env: { ...at.repo.env, ...at.env, TERM: 'xterm' },
    extendEnv: false,
    reject: false,
  });
  const left = [...steps];
  let seen = '';
  child.stdout.on('data', (data: Buffer) => {
    seen += data.toString();
    if (left[0]?.once.test(seen)) {
      seen = '';
      child.stdin.write(left.shift()?.key ?? '');
    }
  });
  const { exitCode, stdout } = await child;
  return { exit: exitCode, stdout, left };
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
