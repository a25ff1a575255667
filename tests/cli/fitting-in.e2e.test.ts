import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { looksOf } from './refusal.ts';
import { checkpoint, done, expectExit, plans, scene, writes, type Scene } from './scene.ts';

const SCRIPT = {
  planner: () => plans(checkpoint('c1')),
  coder: (_: unknown, n: number) => (n % 2 === 1 ? writes('c.txt', 'new\n') : done()),
};
const RUN = ['spec.md', '--check', 'sh check.sh'];
const landed = async (args: readonly string[] = [], env: Record<string, string> = {}): Promise<Scene> => {
  const at = await scene({ script: SCRIPT });
  expectExit(await at.run([...RUN, ...args], { env }), 0);
  return at;
};
const text = async (at: Scene, file: string): Promise<string> =>
  readFile(path.join(at.repo.home, file), 'utf8');
const branchOf = async (at: Scene): Promise<string> =>
  at.repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/orchestrate/');

/** A `gh` that writes down how it was called. */
async function stubGh(at: Scene, exit = 0): Promise<Record<string, string>> {
  const bin = path.join(at.repo.home, 'bin');
  await mkdir(bin);
  const script = `#!/bin/sh
[ "$1" = --version ] && exit 0
printf '%s\\n' "$@" > "$HOME/gh-args"; cat > "$HOME/gh-body"
echo "no repository on GitHub" >&2; echo https://example.invalid/pull/1; exit ${String(exit)}
`;
  await writeFile(path.join(bin, 'gh'), script);
  await chmod(path.join(bin, 'gh'), 0o755);
  return { PATH: `${bin}:${at.repo.env['PATH'] ?? ''}` };
}
async function withRemote(at: Scene): Promise<string> {
  const remote = path.join(at.repo.home, 'remote.git');
  await at.repo.git('init', '-q', '--bare', remote);
  await at.repo.git('remote', 'add', 'origin', remote);
  return remote;
}

test.concurrent(
  'a run writes its report for code scanning, test views and the page of a GitHub job',
  async () => {
    const at = await landed(['--sarif', '../out.sarif', '--junit', '../out.xml'], {
      GITHUB_STEP_SUMMARY: '/dev/full/none',
    });
    expect(await text(at, 'out.sarif')).toContain('"version": "2.1.0"');
    expect(await text(at, 'out.xml')).toContain('name="c1 Change for c1"');
    const again = await at.run(['report', '--format', 'markdown']);
    expect(again.stdout).toMatch(/^## Change: done\n/);
    expect((await at.run(['report'])).stdout).toContain('claimed: the words of the coder');
  },
);

test.concurrent('the summary of a job is added to what other steps wrote', async () => {
  const at = await scene({ script: SCRIPT });
  const summary = path.join(at.repo.home, 'summary.md');
  await writeFile(summary, 'before\n');
  expectExit(await at.run(RUN, { env: { GITHUB_STEP_SUMMARY: summary } }), 0);
  expect(await text(at, 'summary.md')).toMatch(/^before\n## Change: done\n/);
});

test.concurrent('applied as a branch, nothing else is touched; a name that is taken is refused', async () => {
  const at = await landed();
  const before = await looksOf(at);
  const applied = await at.run(['apply', '--branch', 'feature/it']);
  expectExit(applied, 0);
  expect(applied.stdout).toContain('git switch feature/it');
  expect(await at.repo.git('rev-parse', 'feature/it')).toBe(
    await at.repo.git('rev-parse', await branchOf(at)),
  );
  expect({ ...(await looksOf(at)), refs: '' }).toEqual({ ...before, refs: '' });
  expectExit(await at.run(['apply', '--branch', 'main']), 3);
  const wrong = await at.run(['apply', '--branch', 'a..b']);
  expectExit(wrong, 2);
  expect(wrong.stderr).toContain('cannot be the name of a branch');
});

test.concurrent('a pull request is the pushed branch with the report as its text', async () => {
  const at = await landed();
  const remote = await withRemote(at);
  const made = await at.run(['apply', '--pr'], { env: await stubGh(at) });
  expectExit(made, 0);
  expect(made.stdout).toBe('https://example.invalid/pull/1');
  const branch = await branchOf(at);
  expect((await text(at, 'gh-args')).split('\n')).toEqual(
    expect.arrayContaining(['pr', 'create', '--head', branch, '--title', 'Change', '--body-file', '-']),
  );
  expect(await text(at, 'gh-args')).not.toContain('--draft');
  expect(await text(at, 'gh-body')).toMatch(/^## Change: done\n[^]*### Checkpoints/);
  expect(await at.repo.git('--git-dir', remote, 'rev-parse', branch)).toBe(
    await at.repo.git('rev-parse', branch),
  );
});

test.concurrent('without gh nothing is pushed, and it says how to do it by hand', async () => {
  const at = await landed();
  const remote = await withRemote(at);
  const bare = path.join(at.repo.home, 'only-git');
  await mkdir(bare);
  const refused = await at.run(['apply', '--pr'], { env: { PATH: `${bare}:/usr/bin:/bin` } });
  expectExit(refused, 3);
  expect(refused.stderr).toMatch(/needs gh .* git push origin orchestrate\/.* report .* --format markdown/);
  expect(await at.repo.git('--git-dir', remote, 'for-each-ref')).toBe('');
});

test.concurrent('what gh or the remote refuses is told in their words', async () => {
  const at = await landed();
  const env = await stubGh(at, 4);
  const unpushed = await at.run(['apply', '--pr'], { env });
  expectExit(unpushed, 3);
  expect(unpushed.stderr).toMatch(/Nothing was pushed to origin: .*origin/);
  await withRemote(at);
  const refused = await at.run(['apply', '--pr'], { env });
  expectExit(refused, 3);
  expect(refused.stderr).toMatch(
    /was pushed to origin, but gh opened no pull request: no repository on GitHub/,
  );
});

const hooked = async (hooks: string) => {
  const at = await scene({ script: SCRIPT });
  await at.repo.write('../config/orchestrate/config.yaml', `hooks:\n${hooks}`);
  return at;
};

test.concurrent('a hook is given the facts on stdin when the run has ended', async () => {
  const at = await hooked('  ended: cat > "$HOME/told"\n  person: touch "$HOME/person"\n');
  expectExit(await at.run(RUN), 0);
  expect(JSON.parse(await text(at, 'told'))).toMatchObject({
    moment: 'ended',
    title: 'Change',
    outcome: 'done',
    exit: 0,
    landed: 1,
    checkpoints: 1,
  });
  await expect(text(at, 'person')).rejects.toThrow('ENOENT');
});

test.concurrent(
  'a run that waits for its user calls the other hook; one that fails is told and spoils nothing',
  async () => {
    const at = await hooked(
      '  ended: touch "$HOME/ended"\n  person: cat >/dev/null; echo no mail >&2; exit 7\n',
    );
    const ran = await at.run([...RUN, '--approve', 'plan']);
    expectExit(ran, 6);
    expect(ran.stderr).toMatch(/the hook "person" of your config.yaml failed: exit 7: no mail/);
    await expect(text(at, 'ended')).rejects.toThrow('ENOENT');
  },
);

test.concurrent("a repository's own hooks are never run", async () => {
  const at = await scene({ script: SCRIPT, files: { 'agents.yaml': 'hooks: { ended: touch hooked }\n' } });
  await at.repo.write('check.sh', 'echo "ok 1 - x"; echo "1..1"\n');
  await at.repo.git('add', '.');
  await at.repo.git('commit', '-qm', 'check');
  const ran = await at.run(RUN);
  expectExit(ran, 0);
  expect(ran.stderr).toMatch(/agents\.yaml:1:\d+: hooks\.ended is ignored/);
  await expect(readFile(path.join(at.repo.root, 'hooked'))).rejects.toThrow('ENOENT');
});
