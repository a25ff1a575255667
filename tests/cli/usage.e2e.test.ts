import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { attempted, refused } from './refusal.ts';
import { scene } from './scene.ts';

test.concurrent.each([
  { name: 'a command', args: ['resum'], says: [/resum\b/, /Did you mean (orchestrate )?resume/] },
  { name: 'a flag', args: ['spec.md', '--paralel', '2'], says: [/unknown option '--paralel'/, /--parallel/] },
])('$name that does not exist is refused with the nearest right one', async ({ args, says }) => {
  expect(await attempted(await scene(), args)).toEqual(refused(2, ...says));
});

test.concurrent.each([
  { name: 'a flag', args: ['--budget', 'x'], says: [/--budget/, /US dollars above 0/] },
  { name: 'a file', file: 'limits:\n  paralel: 2\n', says: [/agents\.yaml:2:3/, /limits\.parallel/] },
  { name: 'the spec', head: 'budget: lots', says: [/spec\.md:2:9/, /budget/] },
])('a wrong value of $name is refused before anything is begun', async ({ args = [], file, head, says }) => {
  const at = await scene({
    files: file === undefined ? {} : { 'agents.yaml': file },
    ...(head === undefined ? {} : { spec: `---\n${head}\n---\n# Change\n\n1. Change it.\n` }),
  });
  expect(await attempted(at, ['spec.md', ...args])).toEqual(refused(2, ...says));
});

test.concurrent('a variable with a wrong value is named', async () => {
  const env = { ORCHESTRATE_PARALLEL: 'many' };
  expect(await attempted(await scene(), ['spec.md'], { env })).toEqual(refused(2, /ORCHESTRATE_PARALLEL/));
});

test.concurrent('help and version are results, for every command', async () => {
  const at = await scene();
  const help = await at.run(['--help']);
  expect(help).toMatchObject({ exit: 0, stderr: '' });
  const commands = [...help.stdout.matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, name]) => name ?? '');
  expect(commands).toEqual(expect.arrayContaining(['run', 'plan', 'resume', 'status', 'apply', 'clean']));
  for (const name of [...new Set(commands)].filter((c) => c !== 'help' && c !== 'orchestrate')) {
    const { exit, stdout } = await at.run([name, '--help']);
    expect({ name, exit }).toEqual({ name, exit: 0 });
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  }
  expect(help.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect((await at.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+$/);
  expect((await at.run(['help', 'resume'])).stdout).toContain('Usage: orchestrate resume');
});

test.concurrent('words that are no commands but files are read as specs', async () => {
  const at = await scene();
  await writeFile(path.join(at.repo.root, 'resum'), '');
  expect(await attempted(at, ['resum'])).toEqual(refused(2, /The spec resum is empty/));
});
