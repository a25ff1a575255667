import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { memory, accept } from '../../src/cli/commands/memory.ts';
import type { Shell } from '../../src/cli/shell.ts';
import { orchestrate } from '../../src/index.ts';
import { call, calls, done, wholeRun } from '../agent/whole-run.ts';

const noting = [
  calls(
    ['note', { text: 'Prices are in cents.' }],
    ['note', { text: 'The till is\n\u001b[31mslow.' }],
    ['write', { path: 'b.txt', content: 'two\n' }],
  ),
  done,
];

type Run = Awaited<ReturnType<typeof wholeRun>>;

/** A command of the memory's in the repository of a run. */
async function said(
  { surroundings: { cwd, env } }: Run,
  command: (shell: Pick<Shell, 'cwd' | 'env' | 'out' | 'err'>) => Promise<number>,
) {
  let out = '';
  let err = '';
  const shell = {
    cwd,
    env,
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
  };
  const exit = await command(shell);
  return { exit, out, err };
}

test('notes of what has landed are proposed, and told to later runs only once a person takes them over', async () => {
  const run = await wholeRun({ says: { coder: (_, n) => noting[(n - 1) % 2] ?? done } });
  expect(run.exit).toBe(0);
  expect(run.report.proposed).toEqual([
    { attempt: 'c1.a1', text: 'Prices are in cents.' },
    { attempt: 'c1.a1', text: 'The till is \u001b[31mslow.' },
  ]);
  const before = await said(run, memory);
  expect(before.out).toContain('Nothing is remembered yet.');
  expect(before.out).toMatch(/1\. Prices are in cents\. \(\S+ c1\.a1\)\n2\. The till is slow\./);

  const again = async () =>
    orchestrate({ ...run.surroundings, spec: '# More\n\nMore.\n', check: 'sh check.sh', plan: false }).result;
  await again();
  expect(run.sent('coder')[2]?.messages[1]?.content).not.toContain('Prices are in cents.');

  expect((await said(run, async (shell) => accept(['1'], shell))).err).toContain('1 added to ');
  await again();
  const brief = run.sent('coder')[4]?.messages[1]?.content;
  expect(brief).toMatch(/<rules id="\w+">\n# What is known from earlier runs\n\n- Prices are in cents\.\n/);
  expect(brief).not.toContain('The till is');
  expect(run.sent('reviewer').at(-1)?.messages[1]?.content).toContain('Prices are in cents.');
  const after = await said(run, memory);
  expect(after.out).toMatch(/^- Prices are in cents\.\n\nProposed:\n1\. The till is slow\./);
  await expect(said(run, async (shell) => accept(['3'], shell))).rejects.toThrow(
    'There is no proposal 3. There are 1 to 1',
  );
  await said(run, async (shell) => accept([], shell));
  await expect(said(run, async (shell) => accept([], shell))).rejects.toThrow('Nothing is proposed');
});

test('a memory that is too long is cut, and a person is told', async () => {
  const run = await wholeRun({ says: { coder: (_, n) => noting[(n - 1) % 2] ?? done } });
  const [, file = ''] = /Edit it as you like: (\S+)/.exec((await said(run, memory)).err) ?? [];
  await writeFile(file, '- One more thing that is known of this place.\n'.repeat(400));
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text);
  const { exit } = await orchestrate({
    ...run.surroundings,
    onNotice,
    spec: '# More\n\nMore.\n',
    check: 'sh check.sh',
    plan: false,
  }).result;
  expect(exit).toBe(0);
  expect(notices).toContainEqual(expect.stringMatching(/memory\.md is too long: [\d,]+ of its 18,\d+ bytes/));
  expect(run.sent('coder')[2]?.messages[1]?.content).toMatch(/\[[\d,]+ bytes of \S+memory\.md left out here/);
  expect((await readFile(file, 'utf8')).length).toBe(18_400);
});

test('there is nothing to take over before a run has left something', async () => {
  const run = await wholeRun({ says: { coder: [call('write', { path: 'b.txt', content: 'two\n' }), done] } });
  expect(run.report.proposed).toEqual([]);
  expect((await said(run, memory)).out).toBe('Nothing is remembered yet.\n');
});
