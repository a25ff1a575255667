import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { toolsIn } from './workbench.ts';

const lines = (text: string): string[] => text.split('\n');

describe('bash', () => {
  test('tells first how it ended and how long it took', async () => {
    const { call } = await toolsIn({});
    const { ok, text } = await call('bash', { command: 'echo hello; exit 3' });
    expect(ok).toBe(true);
    expect(text).toMatch(/^exit 3 · \d+\.\d s\nhello$/);
  });

  test('puts the counts between, where somebody can read them', async () => {
    const { call } = await toolsIn({});
    const command = 'echo "not ok 1 - adds"; echo "ok 2 - divides"; echo 1..2; exit 1';
    expect((await call('bash', { command })).text).toMatch(/^exit 1 · 1 of 2 tests failed · /);
    expect((await call('bash', { command: 'echo ok' })).text).toMatch(/^exit 0 · \d/);
  });

  test.each([
    ['true', /^exit 0 · .*\n\(no output\)$/],
    ['kill -SEGV $$', /^killed by SIGSEGV \(exit 139\) · /],
    ['bash -c "kill -SEGV \\$\\$"; exit $?', /^killed by SIGSEGV \(exit 139\) · /],
    ['printf "a\\033[31mred\\033[0m\\n"', /\nared$/],
    ['for i in {1..99}; do printf "\\xfe\\xfdab"; done', /\n\[binary output, 396 bytes; all of it: /],
    ['head -c 100 /dev/zero', /\n\[binary output, 100 bytes; all of it: /],
  ])('%s', async (command, text) => {
    const { call } = await toolsIn({});
    expect((await call('bash', { command })).text).toMatch(text);
  });

  test('shows the start, the end and the trouble between of a long output, and where all of it is', async () => {
    const { call, logs } = await toolsIn({});
    const command = 'echo first; seq 1 30000; echo "error: the cause"; seq 1 30000; echo last';
    const { text } = await call('bash', { command });
    const shown = lines(text);
    expect(Buffer.byteLength(text)).toBeLessThan(56_000);
    expect([shown[1], shown.at(-1)]).toEqual(['first', 'last']);
    expect(text).toMatch(
      /\[… output truncated: [\d,]+ bytes \(58,\d\d\d lines\) left out; all of it: \S+\.log …\]/,
    );
    expect(text).toContain('Lines in it that tell of trouble:\n30002: error: the cause\n');
    const [, log = ''] = /all of it: (\S+\.log)/.exec(text) ?? [];
    expect(log.startsWith(logs)).toBe(true);
    const read = await call('read', { path: log, offset: 30_002, limit: 1 });
    expect(read.text).toContain('30002\terror: the cause');
    const found = await call('grep', { pattern: 'the cause', path: log });
    expect(found.text).toBe(`${log}:30002: error: the cause`);
  });

  test('leaves no file behind where everything was shown', async () => {
    const { call, logs } = await toolsIn({});
    await call('bash', { command: 'echo a' });
    expect(readdirSync(logs)).toEqual([]);
  });

  test('says where the whole is when only repetitions were shortened', async () => {
    const { call } = await toolsIn({});
    const { text } = await call('bash', { command: 'yes again | head -50' });
    expect(text).toMatch(
      /\nagain\n\[the line above 50 times\]\n\[repetitions were shortened; all of it: \S+\.log\]$/,
    );
  });

  test('that takes too long says what to do, and what it looks like', async () => {
    const { call } = await toolsIn({});
    const { ok, text } = await call('bash', {
      command: 'echo Watching for file changes; sleep 60',
      timeoutMs: 200,
    });
    expect(ok).toBe(false);
    expect(lines(text)[0]).toMatch(
      /^timed out after 0\.2 s and was killed; it looks like a watch mode; .*background/,
    );
    expect(lines(text)[1]).toBe('Watching for file changes');
  });

  test('works in the folder that is named, which is one of the workspace', async () => {
    const { call } = await toolsIn({ 'src/a.ts': '' });
    expect((await call('bash', { command: 'ls', cwd: 'src' })).text).toMatch(/\na\.ts$/);
    expect((await call('bash', { command: 'ls', cwd: 'srcs' })).text).toMatch(
      /^srcs does not exist\. Did you mean src\?/,
    );
    expect((await call('bash', { command: 'ls', cwd: 'src/a.ts' })).text).toMatch(/is not a directory/);
    expect((await call('bash', { command: 'ls', cwd: '../..' })).text).toMatch(/outside of the workspace/);
  });

  test('starts where the session does', async () => {
    const { call } = await toolsIn({ 'packages/api/a.ts': '' }, { start: 'packages/api' });
    expect((await call('bash', { command: 'ls' })).text).toMatch(/\na\.ts$/);
  });

  test('is run by what is around it, where something is', async () => {
    const { call } = await toolsIn(
      {},
      { wrap: (command) => ({ file: 'sh', args: ['-c', `echo boxed; ${command}`] }) },
    );
    expect((await call('bash', { command: 'echo a' })).text).toMatch(/\nboxed\na$/);
  });
});

describe('a command in the background', () => {
  test('gives its new output at each look, and its end', async () => {
    const { call, root } = await toolsIn({});
    const started = await call('bash', {
      command: 'echo one; until test -e go; do sleep 0.02; done; echo two; exit 4',
      background: true,
    });
    expect(started.text).toMatch(/^job 1 runs in the background/);
    expect((await call('bash', { job: '1', timeoutMs: 300 })).text).toBe('job 1: running\none\n');
    expect((await call('bash', { job: '1', timeoutMs: 1 })).text).toBe('job 1: running\n(no new output)');
    await call('bash', { command: `touch ${root}/go` });
    expect((await call('bash', { job: '1', timeoutMs: 5000 })).text).toBe('job 1: exit 4\ntwo\n');
  });

  test('is stopped by its id, with all it started', async () => {
    const { call } = await toolsIn({});
    await call('bash', { command: 'sleep 60 & echo $!; wait', background: true });
    const { text } = await call('bash', { job: '1', timeoutMs: 300 });
    expect((await call('bash', { job: '1', stop: true })).text).toMatch(/^job 1: stopped/);
    expect(await isGone(lines(text)[1] ?? '')).toBe(true);
  });

  test('that was never started is an error that lists the others', async () => {
    const { call } = await toolsIn({});
    expect((await call('bash', { job: '7' })).text).toBe('There is no job 7. None was started.');
    await call('bash', { command: 'true', background: true });
    expect((await call('bash', { job: '7' })).text).toBe('There is no job 7. Jobs: 1.');
  });

  test('does not outlive the session, and neither does what left it', async () => {
    const { call, set } = await toolsIn({});
    const { text } = await call('bash', { command: 'setsid sleep 60 >/dev/null 2>&1 & echo $!; sleep 0.2' });
    await call('bash', { command: 'sleep 60 & echo $!; wait', background: true });
    const job = await call('bash', { job: '1', timeoutMs: 300 });
    await set.close();
    expect(await isGone(lines(job.text)[1] ?? '')).toBe(true);
    expect(await isGone(lines(text)[1] ?? '')).toBe(true);
  });
});

/** A process that goes on fails the test by its time limit. */
async function isGone(pid: string): Promise<boolean> {
  const stat = `/proc/${pid}/stat`;
  while (existsSync(stat) && !/ Z /.test(readFileSync(stat, 'utf8'))) {
    await delay(5);
  }
  return /^\d+$/.test(pid);
}
