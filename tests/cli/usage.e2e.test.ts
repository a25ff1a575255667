import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { attempted, refused } from './refusal.ts';
import { scene } from './scene.ts';

test.concurrent.each([
  { name: 'a command', args: ['resum'], says: [/resum\b/, /Did you mean (orchestrate )?resume/] },
  { name: 'a flag', args: ['spec.md', '--paralel', '2'], says: [/unknown option '--paralel'/, /--parallel/] },
  { name: 'a flag of a command', args: ['log', '--folow'], says: [/--folow/, /--follow/] },
  { name: 'an argument too many', args: ['spec.md', 'other.md'], says: [/too many arguments/] },
])('$name that does not exist is refused with the nearest right one', async ({ args, says }) => {
  expect(await attempted(await scene(), args)).toEqual(refused(2, ...says));
});

test.concurrent.each([
  { args: ['--parallel', '0'], says: [/--parallel/, /whole number from 1/] },
  { args: ['--parallel', 'many'], says: [/--parallel/, /'many'/] },
  { args: ['--budget', 'x'], says: [/--budget/, /number above 0/] },
  { args: ['--budget', '-1'], says: [/--budget/, /number above 0/] },
  { args: ['--minutes', '0'], says: [/--minutes/, /number above 0/] },
  { args: ['--approve', 'maybe'], says: [/--approve/, /plan, checkpoint/] },
  { args: ['--config', 'missing.yaml'], says: [/--config/, /missing\.yaml/] },
  { args: ['--budget'], says: [/--budget/] },
  { args: ['--check', ''], says: [/--check/] },
  { args: ['--allow-dirty', '--include-dirty'], says: [/--include-dirty.*--allow-dirty/] },
  { args: ['--tests', 'loose'], says: [/locked, reviewed, free/] },
  { args: ['--check-timeout', 'long'], says: [/--check-timeout/, /90s, 10m or 1h/] },
])('$args is refused', async ({ args, says }) => {
  expect(await attempted(await scene(), ['spec.md', ...args])).toEqual(refused(2, ...says));
});

test.concurrent.each([
  {
    name: 'an unknown key',
    text: 'limits:\n  paralel: 2\n',
    says: [/agents\.yaml:2:3/, /paralel/, /parallel/],
  },
  { name: 'a wrong type', text: 'limits:\n  parallel: many\n', says: [/agents\.yaml:2:13/, /number/] },
  { name: 'no YAML', text: 'limits: {\n', says: [/agents\.yaml:\d+:\d+/] },
  {
    name: 'a model that is not described',
    text: 'models: { big: {} }\nroles: { coder: { model: bigg } }\n',
    says: [/agents\.yaml:2:\d+/, /bigg/, /big/],
  },
])('an agents.yaml with $name is refused with its place', async ({ text, says }) => {
  const at = await scene({ files: { 'agents.yaml': text } });
  expect(await attempted(at, ['spec.md'])).toEqual(refused(2, ...says));
});

test.concurrent.each([
  { name: 'a wrong value', head: 'budget: lots', says: [/spec\.md:2:9/, /budget/] },
  {
    name: 'a key for another place',
    head: 'roles: {}',
    says: [/spec\.md:2:1/, /roles has no place in a spec/],
  },
])('front matter with $name is refused with its place', async ({ head, says }) => {
  const at = await scene({ spec: `---\n${head}\n---\n# Change\n\n1. Change it.\n` });
  expect(await attempted(at, ['spec.md'])).toEqual(refused(2, ...says));
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
