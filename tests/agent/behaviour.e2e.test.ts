import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, test } from 'vitest';
import type { Answer, Sent } from '../cli/endpoint.ts';
import { call, calls, done, wholeRun } from './whole-run.ts';

/** What a conversation meets in whole runs: bytes of files, calls that fail, circles, small windows. */

type Run = Awaited<ReturnType<typeof wholeRun>>;
const ONCE = 'limits: { attempts: 1 }\n';
const write = call('write', { path: 'b.txt', content: 'two\n' });

/** The bytes of a file on the run's branch. */
const blob = async ({ repo, branch }: Run, file: string): Promise<Buffer> =>
  Buffer.from(
    (
      await execa('git', ['cat-file', 'blob', `${branch}:${file}`], {
        cwd: repo.root,
        encoding: 'buffer',
        stripFinalNewline: false,
      })
    ).stdout,
  );

/** The answers to the calls of the n-th reply. */
const answers = (run: Run, n: number): string[] => {
  const messages = run.sent('coder')[n]?.messages ?? [];
  const from = messages.findLastIndex((m) => m.role === 'assistant');
  return messages.slice(from + 1).map((m) => m.content ?? '');
};

const failure = (run: Run) => run.of('attempt.failed').map(({ failure: kind, detail }) => ({ kind, detail }));

const edit = (file: string, old: string, fresh: string): readonly [string, unknown] => [
  'edit',
  { path: file, old, new: fresh },
];

describe('edits', () => {
  it('reach the commit with every other byte, line end, mark and mode as it was', async () => {
    const run = await wholeRun({
      before: async ({ root, git }) => {
        const put = async (name: string, bytes: Buffer | string) => writeFile(path.join(root, name), bytes);
        await put('crlf.txt', 'one\r\ntwo\r\nthree\r\n');
        await put('bom.txt', '\uFEFFone\ntwo\n');
        await put('latin.txt', Buffer.from('caf\u00e9\none\n', 'latin1'));
        await put('end.txt', 'one\ntwo');
        await put('money.txt', 'log("done")\n');
        await put('run.sh', '#!/bin/sh\necho one\n');
        await chmod(path.join(root, 'run.sh'), 0o755);
        await git('-c', 'core.autocrlf=false', 'add', '-A');
        await git('commit', '-qm', 'Bytes');
      },
      says: {
        coder: [
          calls(
            edit('crlf.txt', 'two\n', 'zwei\ndrei\n'),
            edit('bom.txt', 'one', 'uno'),
            edit('latin.txt', 'one', 'uno'),
            edit('end.txt', 'one', 'uno'),
            edit('money.txt', 'log("done")', "log('$& $$ $1 $` $\\'')"),
            edit('run.sh', 'one', 'uno'),
          ),
          done,
        ],
      },
    });
    expect(run.exit).toBe(0);
    expect(answers(run, 1).every((text) => text.startsWith('Edited'))).toBe(true);
    expect((await blob(run, 'crlf.txt')).toString()).toBe('one\r\nzwei\r\ndrei\r\nthree\r\n');
    expect((await blob(run, 'bom.txt')).toString()).toBe('\uFEFFuno\ntwo\n');
    expect((await blob(run, 'latin.txt')).toString('latin1')).toBe('caf\u00e9\nuno\n');
    expect((await blob(run, 'end.txt')).toString()).toBe('uno\ntwo');
    expect((await blob(run, 'money.txt')).toString()).toBe("log('$& $$ $1 $` $\\'')\n");
    expect(await run.git('ls-tree', run.branch, 'run.sh')).toMatch(/^100755 /);
    const lines = (await run.git('diff', '--numstat', 'HEAD', run.branch)).split('\n');
    expect(lines).toHaveLength(6);
    expect(lines).toContain('2\t1\tcrlf.txt');
  });

  it('that cannot be made say why, and nothing outside of the working copy is written', async () => {
    let outside = '';
    const run = await wholeRun({
      files: { 'twice.txt': 'same\nother\nsame\n' },
      before: async ({ root, home, git }) => {
        outside = path.join(home, 'outside');
        await mkdir(outside);
        await writeFile(path.join(outside, 'theirs.txt'), 'theirs\n');
        await symlink(outside, path.join(root, 'link'));
        await symlink(path.join(outside, 'fresh.txt'), path.join(root, 'dangling.txt'));
        await git('add', '-A');
        await git('commit', '-qm', 'Links');
      },
      says: {
        coder: [
          calls(
            ['write', { path: 'link/theirs.txt', content: 'mine\n' }],
            ['write', { path: 'dangling.txt', content: 'mine\n' }],
            ['write', { path: '.git/hooks/post-commit', content: 'mine\n' }],
            edit('twice.txt', 'same', 'new'),
            edit('a.txt', 'one', 'one'),
            ['write', { path: 'twice.txt/', content: 'mine\n' }],
            ['read_file', { path: 'a.txt' }],
            ['write', 'b.txt'],
          ),
          write,
          done,
        ],
      },
    });
    expect(run.exit).toBe(0);
    expect(answers(run, 1).slice(0, 8)).toEqual([
      expect.stringMatching(/link/),
      expect.stringMatching(/^dangling\.txt is outside(?!.*Did you mean)/),
      expect.stringMatching(/\.git/),
      expect.stringMatching(/occurs 2 times in twice\.txt \(lines 1, 3\)/),
      expect.stringMatching(/old and new are the same/),
      expect.stringMatching(/twice\.txt/),
      expect.stringMatching(/There is no tool read_file\. Did you mean read\?/),
      expect.stringMatching(/write/),
    ]);
    expect(await readFile(path.join(outside, 'theirs.txt'), 'utf8')).toBe('theirs\n');
    await expect(readFile(path.join(outside, 'fresh.txt'))).rejects.toThrow('ENOENT');
    expect(await run.git('diff', '--name-only', 'HEAD', run.branch)).toBe('b.txt');
  });
});

const stuck = async (says: (sent: Sent, n: number) => Answer, agents = ONCE) =>
  wholeRun({ agents, says: { coder: says } });

describe('a coder that', () => {
  it('makes the same call over and over is told once, then its attempt ends', async () => {
    const run = await stuck(() => call('list', {}));
    expect(run.exit).toBe(1);
    expect(run.sent('coder')).toHaveLength(5);
    expect(run.told('coder', 4)).toMatch(/You have made the same calls with the same results 3 times: list/);
    expect(failure(run)).toMatchObject([{ kind: 'stuck' }]);
    expect(failure(run)[0]?.detail).toContain('5 times');
  });

  it('goes round in a circle of two is found, too', async () => {
    const run = await stuck((_, n) => (n % 2 ? call('list', {}) : call('read', { path: 'a.txt' })));
    expect(run.sent('coder').length).toBeLessThanOrEqual(10);
    expect(failure(run)).toMatchObject([{ kind: 'stuck' }]);
    expect(failure(run)[0]?.detail).toContain('list {}');
  });

  it('fails with nearly every call ends early, with what it ran into', async () => {
    const run = await stuck((_, n) => call('read', { path: `not-there-${String(n)}.txt` }));
    expect(run.sent('coder')).toHaveLength(20);
    expect(run.told('coder', 11)).toMatch(/Nearly all of your last calls failed/);
    expect(failure(run)[0]?.detail).toMatch(/nearly all of the last 20 calls failed:\n- .*does not exist/s);
  });

  it('never comes to an end is ended after its turns', async () => {
    const run = await stuck(
      (_, n) => call('bash', { command: `echo ${String(n)} >> a.txt` }),
      `${ONCE}roles: { coder: { turns: 6 } }\n`,
    );
    expect(run.exit).toBe(1);
    expect(run.sent('coder')).toHaveLength(6);
    expect(failure(run)).toEqual([{ kind: 'turns', detail: '6 turns were not enough' }]);
  });

  it('polls what changes and edits one file after the other hears no warning', async () => {
    const run = await wholeRun({
      files: Object.fromEntries(
        Array.from({ length: 10 }, (_, i) => [`f${String(i)}.txt`, 'one\n'] as const),
      ),
      says: {
        coder: (_, n) =>
          n <= 10
            ? call('bash', { command: 'date +%N; wc -c < a.txt; echo >> a.txt' })
            : n <= 20
              ? call('edit', { path: `f${String(n - 11)}.txt`, old: 'one', new: 'uno' })
              : done,
      },
    });
    expect(run.exit).toBe(0);
    const last = run.sent('coder').at(-1)?.messages ?? [];
    expect(last.filter((m) => m.role === 'user')).toHaveLength(1);
  });

  it('calls for helpers of its own finds none', async () => {
    const run = await wholeRun({ says: { coder: [call('task', { prompt: 'Do it for me.' }), write, done] } });
    expect(run.exit).toBe(0);
    expect(run.told('coder', 2)).toMatch(/^There is no tool task\./);
    expect(new Set(run.of('model.called').map((e) => e.role))).toEqual(new Set(['coder', 'reviewer']));
  });
});

const asksForSummary = ({ messages }: Sent): boolean =>
  messages.at(-1)?.content?.startsWith('The conversation has grown too long') === true;
const reads = (n: number): Answer => call('read', { path: 'long.txt', offset: 1 + n * 40, limit: 300 });

describe('a small window', () => {
  const spec = '# Move the till\n\nMove it to the left.\n\n- nothing else moves\n';
  const agents = `${ONCE}models: { test-model: { window: 12000 } }\n`;
  const long = {
    'long.txt': Array.from({ length: 1500 }, (_, i) => `line ${String(i)} of a long file\n`).join(''),
  };
  const play = async (summary: Answer) =>
    wholeRun({
      files: long,
      agents,
      spec,
      says: {
        coder: (sent, n) => {
          if (asksForSummary(sent)) {
            return summary;
          }
          const steps = [call('note', { text: 'The till weighs 12 kg.' }), write];
          return n <= 24 ? (steps[n - 1] ?? reads(n)) : done;
        },
      },
    });

  test('loses nothing of the task, nor of what was noted and changed, when the conversation is summed up', async () => {
    const run = await play({ text: 'The till has been found.' });
    expect(run.exit).toBe(0);
    const sums = run.sent('coder').filter(asksForSummary);
    expect(sums.length).toBeGreaterThan(0);
    for (const { messages } of run.sent('coder')) {
      expect(messages[0]?.content).toMatch(/^You write code\./);
      expect(messages[1]?.content).toContain('Move it to the left.\n\n- nothing else moves');
    }
    const after = JSON.stringify(run.sent('coder').at(-1)?.messages);
    expect(after).toContain('The till has been found.');
    expect(after).toContain('note: The till weighs 12 kg.');
    expect(after).toContain('files changed so far: b.txt');
  });

  test('ends the attempt where no summary can be had, after asking for one once', async () => {
    const run = await play({ status: 400, text: "This model's maximum context length is 12000 tokens." });
    expect(run.exit).toBe(1);
    expect(run.sent('coder').filter(asksForSummary)).toHaveLength(1);
    expect(failure(run)).toMatchObject([{ kind: 'overflow' }]);
    expect(failure(run)[0]?.detail).toContain('no summary could be had');
  });

  test('gets of a huge result what it can bear', async () => {
    const run = await wholeRun({
      agents,
      says: { coder: [call('bash', { command: 'head -c 2000000 /dev/urandom | base64' }), write, done] },
    });
    expect(run.exit).toBe(0);
    expect(run.told('coder', 2).length).toBeLessThan(40_000);
    expect(run.told('coder', 2)).toMatch(/^exit 0/);
  });
});

test('rules that are too long are cut, and both sides are told; those of the nearest folder come last', async () => {
  const run = await wholeRun({
    files: {
      'AGENTS.md': `Root rule.\n${'Be kind to the reader.\n'.repeat(9000)}`,
      'pkg/AGENTS.md': 'Rule of the package.\n',
      'pkg/a.txt': 'one\n',
    },
    spec: '---\nfiles: pkg/**\n---\n\n# Change\n\nChange it.\n',
    says: { coder: [call('write', { path: 'pkg/b.txt', content: 'two\n' }), done] },
  });
  expect(run.exit).toBe(0);
  const brief = run.sent('coder')[0]?.messages[1]?.content ?? '';
  expect(brief.length).toBeLessThan(40_000);
  expect(brief).toMatch(/Root rule\.[\s\S]*bytes of AGENTS\.md left out here[\s\S]*Rule of the package\./);
  expect(run.notices).toContainEqual(expect.stringMatching(/AGENTS\.md is too long/));
});
