import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findControllers } from '../../../src/io/sandbox/cgroup.ts';

const [controller] = await findControllers();
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
