import { EventEmitter, once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endMarked } from '../../../src/io/shell-leftovers.ts';
import { shell, startShell, type ShellOptions, type ShellResult } from '../../../src/io/shell.ts';

function options(more: Partial<ShellOptions> = {}): ShellOptions {
  const cwd = mkdtempSync(join(tmpdir(), 'shell-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  return { cwd, env: { PATH: process.env['PATH'] ?? '' }, log: join(cwd, 'logs', 'out.log'), ...more };
}

const run = async (command: string, more: Partial<ShellOptions> = {}): Promise<ShellResult> =>
  shell(command, options(more));

const isAlive = (pid: string): boolean => {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/ Z /.test(readFileSync(stat, 'utf8'));
};

/** A killed process needs a moment; one that lives fails the test by its time limit. */
async function gone(pid: string): Promise<void> {
  while (isAlive(pid)) {
    await delay(5);
  }
  expect(isAlive(pid)).toBe(false);
}

describe('what it prints', () => {
  test('comes in one stream, in order, and whole in the log', async () => {
    const result = await run('for i in 1 2 3; do echo out$i; echo err$i >&2; done');
    expect(result.head).toBe('out1\nerr1\nout2\nerr2\nout3\nerr3\n');
    expect(result).toMatchObject({ tail: '', omittedBytes: 0, bytes: 30, lines: 6, exitCode: 0 });
    expect(readFileSync(result.log, 'utf8')).toBe(result.head);
    expect(statSync(result.log).mode & 0o777).toBe(0o600);
  });

  test('may be written by name: /dev/stderr is a pipe that can be opened again', async () => {
    const { head } = await run(
      'echo a; echo b > /dev/stderr; echo c > /dev/stdout; echo d | tee /dev/stderr',
    );
    expect(head).toBe('a\nb\nc\nd\nd\n');
  });

  test('is kept at its start and its end only, and counted', async () => {
    const result = await run('seq 1 100000', { keepBytes: 1000 });
    expect(result.head.startsWith('1\n2\n')).toBe(true);
    expect(result.tail.endsWith('99999\n100000\n')).toBe(true);
    expect(result).toMatchObject({ bytes: 588_895, lines: 100_000 });
    expect(result.omittedBytes).toBe(result.bytes - result.head.length - result.tail.length);
    expect(statSync(result.log).size).toBe(588_895);
  });

  test('arrives while it runs', async () => {
    const output = new EventEmitter();
    const first = once(output, 'chunk');
    const onOutput = (chunk: Buffer): boolean => output.emit('chunk', chunk.toString());
    const running = await startShell('echo now; sleep 20', options({ onOutput }));
    expect(await first).toEqual(['now\n']);
    expect(running.ended).toBeUndefined();
    expect(await running.stop()).toMatchObject({ aborted: true, head: 'now\n' });
    expect(running.ended).toMatchObject({ aborted: true });
  });

  test('ends the command where it is too much', async () => {
    const result = await run('yes', { maxBytes: 100_000 });
    expect(result).toMatchObject({ overflowed: true, bytes: 100_000, timedOut: false, aborted: false });
    expect(statSync(result.log).size).toBe(100_000);
  });
});

describe('how it ends', () => {
  test.each([
    ['exit 0', { exitCode: 0, signal: null }],
    ['exit 3', { exitCode: 3, signal: null }],
    ['no-such-program-here', { exitCode: 127, signal: null }],
    ['-begins-like-an-option', { exitCode: 127, signal: null }],
    ['kill -9 $$', { exitCode: null, signal: 'SIGKILL' }],
    ['bash -c "kill -SEGV \\$\\$"; exit $?', { exitCode: 139, signal: 'SIGSEGV' }],
  ])('%s', async (command, end) => {
    expect(await run(command)).toMatchObject({ ...end, timedOut: false, aborted: false });
  });

  test('a program that cannot be started is an error', async () => {
    await expect(run('true', { wrap: () => ({ file: 'no-such-sandbox', args: [] }) })).rejects.toThrow(
      /ENOENT/,
    );
  });

  test('a time limit asks first: what the command saves then is saved', async () => {
    const result = await run('trap "echo saved; exit 9" TERM; echo begun; while :; do sleep 0.05; done', {
      timeoutMs: 300,
    });
    expect(result).toMatchObject({ timedOut: true, exitCode: 9 });
    expect(result.head).toMatch(/^begun\n(?:.*\n)?saved\n$/);
  });

  test('who does not listen is killed, with all it started', async () => {
    const result = await run('trap "" TERM; sleep 60 & echo $!; while :; do sleep 0.05; done', {
      timeoutMs: 200,
    });
    expect(result).toMatchObject({ timedOut: true, signal: 'SIGKILL' });
    await gone(result.head.trim());
  });

  test('an abort is one, also where it came before the start', async () => {
    expect(await run('sleep 60', { signal: AbortSignal.abort() })).toMatchObject({ aborted: true });
  });

  test('a child in the background keeps nobody waiting, and ends', async () => {
    const result = await run('sleep 60 & echo $!');
    expect(result).toMatchObject({ exitCode: 0, timedOut: false });
    await gone(result.head.trim());
  });
});

describe('what it gets', () => {
  test('no input, no terminal, no variables but the given ones', async () => {
    const { head } = await run(
      'cat; (: < /dev/tty) 2>/dev/null || echo none; env | grep -vE "^(PWD|SHLVL|_)="',
      {
        env: { PATH: process.env['PATH'] ?? '', ONE: '1' },
      },
    );
    expect(head.split('\n').toSorted()).toEqual(['', 'ONE=1', `PATH=${process.env['PATH'] ?? ''}`, 'none']);
  });

  test('something around it, where that is wanted', async () => {
    const { head } = await run('echo inside', {
      wrap: (command) => ({ file: 'sh', args: ['-c', `echo before; ${command}`] }),
    });
    expect(head).toBe('before\ninside\n');
  });
});

test.runIf(process.platform === 'linux')('what left its group is found by its mark', async () => {
  const mark = `m${process.pid}`;
  const env = { PATH: process.env['PATH'] ?? '', TEST_MARK: mark };
  const { head } = await run('setsid sleep 60 >/dev/null 2>&1 & sleep 0.2; echo $!; pgrep -n sleep || true', {
    env,
  });
  const left = head.trim().split('\n').at(-1) ?? '';
  expect(isAlive(left)).toBe(true);
  expect(await endMarked('TEST_MARK', mark)).toBe(1);
  await gone(left);
  expect(await endMarked('TEST_MARK', mark)).toBe(0);
});
