import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoint, roleOf, type Answer, type Sent } from '../cli/endpoint.ts';
import { orchestrate } from '../cli/program.ts';
import { makeRepo } from './repo.ts';

const call = (name: string, args: unknown): Answer => ({ calls: [{ name, arguments: args }] });

/** A coder that leaves a writer behind which has left its group, then goes on as if nothing were. */
function answer(sent: Sent): Answer {
  if (roleOf(sent) !== 'coder') {
    const criteria = [{ criterion: 'all', met: true, evidence: 'the diff' }];
    return call('finish', { decision: 'accept', reason: '', criteria, findings: [] });
  }
  const replies = sent.messages.filter((m) => m.role === 'assistant').length;
  if (replies === 0) {
    const loop = 'while sleep 0.2; do echo orphan >> a.txt; done';
    return call('bash', { command: `setsid sh -c '${loop}' >/dev/null 2>&1 & echo $! ; echo on >> b.txt` });
  }
  const interrupted = sent.messages.at(-1)?.content?.startsWith('Interrupted') === true;
  return replies === 1 || interrupted
    ? call('write', { path: 'a.txt', content: 'done\n' })
    : call('finish', { outcome: 'done', summary: 'done' });
}

/** Processes that were started with this home. */
async function alive(home: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const marked = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environment.split('\0').includes(`HOME=${home}`) ? [pid] : [];
    }),
  );
  return marked.flat();
}

let server: Awaited<ReturnType<typeof endpoint>>;
beforeAll(async () => {
  server = await endpoint(answer);
});
afterAll(async () => server.close());

test('what a killed run left behind writes nothing into the work that goes on, and ends', async () => {
  const repo = await makeRepo({ 'a.txt': 'a\n', 'check.sh': 'echo "ok 1 - a"; echo 1..1\n' });
  const env = {
    ...repo.env,
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: 'none',
    OPENAI_MODEL: 'test-model',
  };
  await repo.write('spec.md', '# Change\n\n1. a.txt says done.\n');
  const args = ['spec.md', '--no-plan', '--check', 'sh check.sh', '--json'];
  const killed = await orchestrate(args, {
    cwd: repo.root,
    env: { ...env, ORCHESTRATE_KILL_AT: 'event.tool.called' },
  });
  expect(killed.signal).toBe('SIGKILL');
  const resumed = await orchestrate(['resume', '--json'], { cwd: repo.root, env });
  expect(resumed.exit, resumed.stderr).toBe(0);
  const [branch = ''] = (
    await repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/orchestrate/')
  ).split('\n');
  expect(await repo.git('show', `${branch}:a.txt`)).toBe('done');
  const records = resumed.records.find((r) => r.type === 'end');
  expect(records).toMatchObject({ outcome: 'done' });
  await setTimeout(500);
  expect(await alive(repo.home)).toEqual([]);
  await repo.remove();
}, 60_000);
