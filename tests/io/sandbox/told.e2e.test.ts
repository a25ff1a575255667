import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTools } from '../../../src/agent/tools/create-tools.ts';
import { childEnvironment } from '../../../src/io/environment.ts';
import { lookAtHost } from '../../../src/io/sandbox/host.ts';
import { openSandbox } from '../../../src/io/sandbox/sandbox.ts';
import { hasBubblewrap } from '../../bubblewrap.ts';

async function confinedTools(network: readonly string[]) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'told-')));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const at = (name: string): string => path.join(folder, name);
  await Promise.all(['work', 'tmp', 'home'].map(async (name) => mkdir(at(name))));
  const env = childEnvironment(process.env);
  const programs = [process.execPath];
  const host = await lookAtHost({ env, home: at('home'), programs, etc: await readdir('/etc') });
  const sandbox = openSandbox({ host, node: process.execPath });
  const place = {
    root: at('work'),
    temporary: at('tmp'),
    home: at('home'),
    homeIs: 'kept',
    readOnly: [],
  } as const;
  const wrap = sandbox.enter(place, network);
  const set = await createTools({ root: at('work'), logs: at('logs'), env, names: ['bash'], wrap });
  const [bash] = set.tools;
  return {
    set,
    bash: async (input: object) => bash?.run(input, { signal: new AbortController().signal }),
  };
}

const REFUSED = 'refused b.example.invalid:443 (not on the list)';
const ask = (target: string): string =>
  `exec 5<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT ${target} HTTP/1.1\\r\\n\\r\\n' >&5; head -1 <&5`;

test.skipIf(!hasBubblewrap)('what a confined command asked of the network is told of it', async () => {
  const { bash } = await confinedTools(['a.example.invalid']);
  const ran = await bash({ command: `${ask('b.example.invalid:443')}; exit 3` });
  expect(ran?.facts).toMatchObject({ exit: 3, network: [REFUSED] });
  expect(ran?.facts?.sandbox).toMatch(/^bubblewrap [0-9a-f]{12}$/);
});

test.skipIf(!hasBubblewrap)('also of one in the background that nobody asks for any more', async () => {
  const { bash, set } = await confinedTools(['a.example.invalid']);
  const command = `${ask('b.example.invalid:443')}; sleep 60`;
  await bash({ command, background: true });
  await expect
    .poll(async () => (await bash({ job: '1', timeoutMs: 1 }))?.facts, { timeout: 10_000 })
    .toMatchObject({ network: [REFUSED] });
  expect(await set.close()).toMatchObject([
    {
      call: 'job 1',
      input: { command, background: true },
      facts: { killed: 'stopped', network: [REFUSED] },
    },
  ]);
});
