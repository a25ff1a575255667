import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atKeyboard } from '../../src/cli/at-keyboard.ts';
import { here } from '../../src/cli/runs.ts';
import { makeRepo } from '../run/repo.ts';
import { shellOf } from './in-process.ts';

type Keys = ReturnType<typeof atKeyboard>;
type Serve = NonNullable<NonNullable<Parameters<typeof atKeyboard>[2]>['serve']>;

let repo: Awaited<ReturnType<typeof makeRepo>>;
let inbox = '';
beforeAll(async () => {
  repo = await makeRepo({});
  inbox = await mkdtemp(path.join(tmpdir(), 'orchestrate-inbox-'));
});
afterAll(async () => {
  await repo.remove();
  await rm(inbox, { recursive: true });
});

async function keys(serve: Serve): Promise<Keys> {
  const { shell } = shellOf({ cwd: repo.root, env: { ...repo.env, PATH: '/nonexistent' } });
  const at = await here({ cwd: repo.root, env: repo.env });
  const folder = { id: '20260301-1000-abc', inbox };
  return atKeyboard({ ...at, folder: folder as Parameters<typeof atKeyboard>[0]['folder'] }, shell, {
    serve,
  });
}

describe('the key for the page', () => {
  it('that cannot be served is told, fails nothing, and is tried again at the next press', async () => {
    const tries: string[] = [];
    const { page, leave } = await keys(async () => {
      tries.push('try');
      return Promise.reject(new Error('no port is free'));
    });
    await expect(page?.()).rejects.toThrow('no port is free');
    await expect(page?.()).rejects.toThrow('no port is free');
    expect(tries).toHaveLength(2);
    await expect(leave()).resolves.toBeUndefined();
  });

  it('that is served is served once, told by its address where no browser opens it, and closed in the end', async () => {
    const events: string[] = [];
    const { page, leave } = await keys(async () => {
      events.push('served');
      return Promise.resolve({
        url: 'http://127.0.0.1:1/?token=x',
        close: async () => {
          events.push('closed');
          return Promise.resolve();
        },
      } as Awaited<ReturnType<Serve>>);
    });
    expect(await page?.()).toBe('open it in a browser: http://127.0.0.1:1/?token=x#/20260301-1000-abc');
    await page?.();
    await leave();
    expect(events).toEqual(['served', 'closed']);
  });

  it('that nobody pressed leaves nothing to close', async () => {
    const never = async () => Promise.reject(new Error('nobody pressed it'));
    await expect((await keys(never)).leave()).resolves.toBeUndefined();
  });
});
