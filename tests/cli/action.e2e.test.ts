import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { job } from './action.ts';
import { checkpoint, done, plans, scene, writes } from './scene.ts';

/** A checkout as a runner has it, and programs in front of the real ones: an installer that does nothing, GitHub's `gh`. */
async function runner(gh: string) {
  const at = await scene({
    script: {
      planner: () => plans(checkpoint('c1')),
      coder: (_, n) => (n === 1 ? writes('c.txt', 'new\n') : done()),
    },
  });
  const remote = path.join(at.repo.home, 'remote.git');
  await at.repo.git('init', '-q', '--bare', remote);
  await at.repo.git('remote', 'add', 'origin', remote);
  const [bin, temp] = [path.join(at.repo.home, 'bin'), path.join(at.repo.home, 'temp')];
  await Promise.all([mkdir(bin), mkdir(temp)]);
  const programs = { npm: 'echo "npm $*"', gh };
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(path.join(bin, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(bin, name), 0o755);
  }
  const env = { ...at.env, PATH: `${bin}:${path.dirname(process.execPath)}:${at.repo.env['PATH'] ?? ''}` };
  const pushed = async (): Promise<string> =>
    at.repo.git('--git-dir', remote, 'for-each-ref', '--format=%(refname)');
  return { at, temp, pushed, of: { workspace: at.repo.root, temp, env } };
}
const INPUTS = { spec: 'spec.md', check: 'sh check.sh', flags: '--minutes 5 --parallel 1' };
const GH = `[ "$1" = --version ] && exit 0
printf '%s\\n' "$@" > "$HOME/gh-args"; cat > "$HOME/gh-body"; echo https://example.invalid/pull/1`;

test.concurrent('the steps of the action turn a spec into a pull request', async () => {
  const { at, temp, pushed, of } = await runner(GH);
  const { ran, outputs, summary } = await job({ ...of, inputs: INPUTS });
  expect(ran.map(({ id, exit }) => [id, exit])).toEqual([
    ['install', 0],
    ['run', 0],
    ['take', 0],
    ['tell', 0],
  ]);
  expect(ran[0]?.said).toMatch(/^npm ci --prefix \S+ /);
  expect(ran[2]?.said).toContain('https://example.invalid/pull/1');
  expect(await pushed()).toMatch(/^refs\/heads\/orchestrate\/\S+$/);
  expect(await readFile(path.join(at.repo.home, 'gh-body'), 'utf8')).toMatch(/^## Change: done/);
  expect(summary).toMatch(/^## Change: done/);
  expect(outputs).toEqual({
    'exit-code': '0',
    sarif: path.join(temp, 'orchestrate.sarif'),
    junit: path.join(temp, 'orchestrate.xml'),
  });
  expect(await readFile(outputs['junit'] ?? '', 'utf8')).toContain('Change for c1');
});

test.concurrent(
  'without gh the work is kept, nothing is pushed, and the job says why it failed',
  async () => {
    const { at, pushed, of } = await runner('exit 127');
    const { ran } = await job({ ...of, inputs: INPUTS });
    expect(ran.map(({ id, exit }) => [id, exit])).toEqual([
      ['install', 0],
      ['run', 0],
      ['take', 3],
    ]);
    expect(ran[2]?.said).toMatch(/needs gh .*nothing was pushed\. By hand: git push origin/);
    expect(await pushed()).toBe('');
    expect(await at.branch('c.txt')).toBe('new');
  },
);

test.concurrent(
  'a run that cannot begin ends the job with its own code, and opens no pull request',
  async () => {
    const { of } = await runner(GH);
    const { ran, outputs } = await job({ ...of, inputs: { ...INPUTS, spec: 'other $(touch x) spec.md' } });
    expect(ran.map(({ id, exit }) => [id, exit])).toEqual([
      ['install', 0],
      ['run', 0],
      ['tell', 2],
    ]);
    expect(ran[1]?.said).toContain('The spec other $(touch x) spec.md does not exist');
    expect(outputs['exit-code']).toBe('2');
  },
);
