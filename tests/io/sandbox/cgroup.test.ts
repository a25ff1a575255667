import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Controller, findControllers, openGroup } from '../../../src/io/sandbox/cgroup.ts';
import { descendants } from '../../../src/io/sandbox/processes.ts';

const controllers = await findControllers();
const [controller] = controllers;
const HOUR_MS = 3_600_000;
/** More than the kernel ever gives out. */
const NOBODY = 2 ** 30;

/** A group as a program with another process number would have made it. */
function group(made: number): string {
  const folder = path.join(controller?.folder ?? '', `orchestrate-${String(NOBODY)}-${made.toString(36)}-x`);
  mkdirSync(folder);
  onTestFinished(() => {
    if (existsSync(folder)) {
      rmdirSync(folder);
    }
  });
  return folder;
}

test.skipIf(controller === undefined)(
  'groups that were left behind are removed, not those that somebody has only just made',
  async () => {
    const old = group(Date.now() - HOUR_MS);
    const fresh = group(Date.now());
    await findControllers();
    expect({ old: existsSync(old), fresh: existsSync(fresh) }).toEqual({ old: false, fresh: true });
  },
);

/** A group of this process in one controller, and who is in it. */
function groupIn(one: Controller) {
  const made = openGroup([one], { processes: 50, memoryBytes: 2 ** 30 });
  onTestFinished(async () => made.remove());
  const names = readdirSync(one.folder).filter((name) =>
    name.startsWith(`orchestrate-${String(process.pid)}-`),
  );
  const members = (): number[] =>
    readFileSync(path.join(one.folder, names.at(-1) ?? '', 'cgroup.procs'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(Number);
  return { made, members };
}

function started(file: string, args: readonly string[]): number {
  const child = spawn(file, args, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

const selfEntered = controllers.filter(({ version }) => version.entry !== undefined).slice(0, 1);

test.each(selfEntered)(
  'a program that is started by way of a group is in it before it does anything',
  async (one) => {
    const { made, members } = groupIn(one);
    const { file, args } = made.entering({ file: 'sleep', args: ['30'] });
    const pid = started(file, args);
    await vi.waitFor(() => expect(members()).toEqual([pid]));
  },
);

test.each(controllers.slice(0, 1))(
  'a process is taken in with all that it had started before',
  async (one) => {
    const { entry: _none, ...version } = one.version;
    const { made, members } = groupIn({ ...one, version });
    const pid = started('sh', ['-c', 'sh -c "sleep 30 & wait" & wait']);
    await vi.waitFor(() => expect(descendants(pid)).toHaveLength(2));
    expect(members()).toEqual([]);
    await made.add(pid);
    expect(new Set(members())).toEqual(new Set([pid].concat(descendants(pid))));
    await made.add(NOBODY);
  },
);
