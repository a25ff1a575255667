import { expect, test } from 'vitest';
import { expectExit, scene } from './scene.ts';

test.concurrent('--help that is kept ready is what the program says of itself', async () => {
  const at = await scene();
  const [ready, made] = await Promise.all([at.run(['--help']), at.run(['help'])]);
  expect(ready.stdout).toBe(made.stdout);
  expect(ready.stdout).toContain('orchestrate resume');
  expectExit(ready, 0);
});

test.concurrent('completions and the manual go to stdout; another shell is refused', async () => {
  const at = await scene();
  const [bash, manual] = await Promise.all([at.run(['completion', 'bash']), at.run(['man'])]);
  expect(bash.stdout).toContain('complete -o filenames -F _orchestrate orchestrate');
  expect(manual.stdout).toMatch(/^\.TH ORCHESTRATE 1/);
  const other = await at.run(['completion', 'tcsh']);
  expectExit(other, 2);
  expect(other.stderr).toContain('bash, zsh, fish');
});
