import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { redisServer, withRedis } from '../scale/redis-server.ts';
import { bin } from './program.ts';
import {
  bash,
  checkpoint,
  closing,
  done,
  expectExit,
  plans,
  scene,
  writes,
  type Scene,
  type Script,
} from './scene.ts';

let redis: Awaited<ReturnType<typeof redisServer>>;
beforeAll(async () => {
  redis = await redisServer();
});
afterAll(async () => redis.close());

const LEASE = ['--lease', '4'];
/** No two scenes share a queue. */
let scenes = 0;

/** A scene with a repository that other machines reach, and workers that have homes of their own. */
async function several(script: Script) {
  const stage = await scene({ script });
  const remote = path.join(stage.repo.home, 'shop.git');
  await execa('git', ['init', '-q', '--bare', remote]);
  await stage.repo.git('remote', 'add', 'origin', remote);
  const queue = `shop${String(++scenes)}`;
  const env = { ...stage.env, ORCHESTRATE_REDIS: redis.url };
  const worker = async (name: string, more: readonly string[] = []) => {
    const home = path.join(stage.repo.home, name);
    const own = { ...env, HOME: home, XDG_STATE_HOME: `${home}/state`, XDG_CONFIG_HOME: `${home}/config` };
    const flags = ['--remote', remote, '--queue', queue, '--slots', '2', '--name', name, ...LEASE, ...more];
    const child = execa(process.execPath, [bin, 'worker', ...flags], {
      cwd: stage.repo.home,
      env: own,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      detached: true,
    });
    closing(async () => {
      child.kill('SIGKILL');
      await child;
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk);
    });
    while (!said.includes('takes jobs')) {
      await setTimeout(50);
    }
    return {
      kill: (signal: 'SIGKILL' | 'SIGTERM') => child.kill(signal),
      ended: async () => (await child).exitCode,
    };
  };
  const flags = ['--workers', '--queue', queue, '--json'];
  return {
    ...stage,
    remote,
    queue,
    worker,
    go: async (more: Readonly<Record<string, string>> = {}) =>
      stage.run(['spec.md', '--check', 'sh check.sh', ...flags], { env: { ...env, ...more } }),
    /** A coordinator that may be stopped on its way. */
    begin: () => {
      const args = ['spec.md', '--check', 'sh check.sh', ...flags];
      const child = execa(process.execPath, [bin, ...args], {
        cwd: stage.repo.root,
        env,
        extendEnv: false,
        reject: false,
        stdin: 'ignore',
      });
      return { stop: () => child.kill('SIGINT'), ended: async () => (await child).exitCode };
    },
    resume: async () => stage.run(['resume', ...flags], { env }),
    ask: async (args: readonly string[]) => stage.run(args, { env }),
  };
}

const two = plans(checkpoint('c1', { files: ['a.txt'] }), checkpoint('c2', { files: ['b.txt'] }));
const coders = {
  planner: [two],
  'coder c1': [writes('a.txt', 'by c1\n'), done('A is changed.')],
  'coder c2': [writes('b.txt', 'by c2\n'), done('B is changed.')],
};

/** How often each checkpoint is on the branch. */
async function effects({ repo }: Pick<Scene, 'repo'>): Promise<string[]> {
  const branch = await repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/orchestrate/');
  const told = await repo.git('log', '--format=%(trailers:key=Checkpoint,valueonly,separator=%x2C)', branch);
  return told.split('\n').filter(Boolean).toSorted();
}

const LONG_MS = 180_000;

withRedis('workers on other machines', { timeout: LONG_MS }, () => {
  it('code and check; their transcripts, logs and costs are at home as if it had been done here', async () => {
    const at = await several(coders);
    const going = at.go({ ORCHESTRATE_LABELS: 'gpu' });
    let waiting: { labels?: string[]; able?: number } = {};
    while (waiting.able === undefined) {
      const told = (await at.ask(['workers', '--queue', at.queue, '--json'])).stdout.split('\n');
      waiting = JSON.parse(told[0] || '{}') as typeof waiting;
    }
    expect(waiting).toMatchObject({ labels: ['gpu'], able: 0 });
    const worker = await at.worker('far', ['--labels', 'gpu,big']);
    const ran = await going;
    expectExit(ran, 0);
    expect(await effects(at)).toEqual(['c1', 'c2']);
    expect(await at.branch('a.txt')).toBe('by c1');
    const sent = ran.records.filter(({ type }) => type === 'attempt.sent');
    expect(sent.map(({ attempt, work }) => `${String(attempt)} ${String(work)}`).toSorted()).toEqual(
      expect.arrayContaining(['c1.a1 check', 'c1.a1 code', 'c2.a1 check', 'c2.a1 code']),
    );
    const calls = ran.records.filter(({ type, role }) => type === 'model.called' && role === 'coder');
    // A busy machine may deliver work anew; each call says of which delivery it is.
    expect(calls.length).toBeGreaterThanOrEqual(4);
    for (const { delivery } of calls) {
      expect(delivery).toMatch(/^1\.\d+$/u);
    }
    const audited = ran.records.filter(({ type }) => type === 'tool.called');
    expect(audited.map(({ delivery }) => typeof delivery)).toContain('string');
    const records = await at.records();
    const transcript = await readFile(path.join(records, 'transcripts/c1.a1.coder.jsonl'), 'utf8');
    expect(transcript).toContain('A is changed.');
    const check = ran.records.find(({ type }) => type === 'check.ran')?.['result'] as { log: string };
    await access(check.log);
    expect(check.log.startsWith(records)).toBe(true);
    expect((await at.ask(['show', 'c1'])).stdout).toContain('by c1');
    // Nothing of a run that is over is left where both sides meet.
    expect(await at.repo.git('ls-remote', at.remote)).toBe('');
    const [told] = (await at.ask(['workers', '--queue', at.queue, '--json'])).stdout.split('\n');
    expect(JSON.parse(told ?? '')).toMatchObject({ name: 'far', slots: 2, jobs: [], draining: false });
    worker.kill('SIGTERM');
    expect(await worker.ended()).toBe(0);
    expect((await at.ask(['workers', '--queue', at.queue])).stderr).toContain('No worker serves');
  });

  it('a worker that dies costs time and no work', async () => {
    const begun: string[] = [];
    const at = await several({
      ...coders,
      // Whoever begins anew is answered from the beginning.
      'coder c2': ({ messages }) => (messages.length < 3 ? writes('b.txt', 'by c2\n') : done()),
      'coder c1': (_sent, n) => {
        begun.push('c1');
        return n === 1 ? bash('sleep 120') : n === 2 ? writes('a.txt', 'by c1\n') : done();
      },
    });
    const first = await at.worker('first');
    const going = at.go();
    while (begun.length === 0) {
      await setTimeout(50);
    }
    await setTimeout(500);
    first.kill('SIGKILL');
    await at.worker('second');
    expectExit(await going, 0);
    expect(await effects(at)).toEqual(['c1', 'c2']);
  });

  it('a coordinator that dies, and a Redis that forgets everything, do no harm', async () => {
    const at = await several(coders);
    await at.worker('far');
    // It dies the moment that the first piece of work is in the journal as sent: nobody has been told of it yet.
    const killed = await at.go({ ORCHESTRATE_KILL_AT: 'event.attempt.sent' });
    expect(killed.signal).toBe('SIGKILL');
    await redis.kill();
    await redis.wipe();
    await redis.start();
    expectExit(await at.resume(), 0);
    expect(await effects(at)).toEqual(['c1', 'c2']);
  });

  it('a coordinator that is stopped has its workers end their tools, and goes on from the files so far', async () => {
    const begun: number[] = [];
    const at = await several({
      planner: [plans(checkpoint('c1', { files: ['a.txt'] }))],
      coder: ({ messages }) => {
        begun.push(messages.length);
        return begun.length === 1
          ? bash('echo half > a.txt; sleep 300')
          : messages.length < 3
            ? bash('grep half a.txt && echo whole >> a.txt')
            : done();
      },
    });
    await at.worker('far');
    const going = at.begin();
    while (begun.length === 0) {
      await setTimeout(50);
    }
    await setTimeout(1_000);
    going.stop();
    expect(await going.ended()).toBe(130);
    while (!(await at.repo.git('ls-remote', at.remote)).includes('/code.g1/result/1')) {
      await setTimeout(200);
    }
    const resumed = await at.resume();
    expectExit(resumed, 0);
    const failed = resumed.records.find(({ type }) => type === 'attempt.failed');
    expect(failed).toMatchObject({ attempt: 'c1.a1', failure: 'workspace' });
    expect(failed?.['commit']).toMatch(/^[0-9a-f]{40}$/);
    expect(await at.branch('a.txt')).toBe('half\nwhole');
  });

  it('a person is heard by a coder elsewhere at its next turn, and what is set aside comes home', async () => {
    const WORDS = 'Write it in one line.';
    const asked: number[] = [];
    const at = await several({
      planner: [plans(checkpoint('c1', { files: ['a.txt'] }))],
      coder: ({ messages }) =>
        messages.some(({ content }) => content?.includes(WORDS))
          ? bash('echo half > a.txt; sleep 300')
          : bash(`sleep 0.5; echo ${String(asked.push(messages.length))}`),
    });
    await at.worker('far');
    const going = at.go();
    while (asked.length === 0) {
      await setTimeout(50);
    }
    const told = await at.ask(['tell', 'c1', WORDS]);
    expect(told.stderr).toContain('the coder of c1 sees it at its next turn');
    const written = async () =>
      (
        await execa('grep', ['-rlx', 'half', '--include=a.txt', path.join(at.repo.home, 'far')], {
          reject: false,
        })
      ).stdout;
    while ((await written()) === '') {
      await setTimeout(200);
    }
    await at.ask(['skip', 'c1']);
    const ran = await going;
    expectExit(ran, 1);
    const stopped = ran.records.find(({ type }) => type === 'attempt.stopped');
    expect(stopped).toMatchObject({ attempt: 'c1.a1' });
    expect(await at.repo.git('show', `${String(stopped?.['commit'])}:a.txt`)).toBe('half');
    const kept = await at.repo.git('for-each-ref', '--format=%(objectname)', 'refs/orchestrate/*/c1.a1/head');
    expect(kept).toBe(stopped?.['commit']);
    // What it was told and what it did are at home like those of a coder here.
    expect(await readFile(path.join(await at.records(), 'transcripts/c1.a1.coder.jsonl'), 'utf8')).toContain(
      WORDS,
    );
  });

  it('without a Redis nothing begins, and the words say what to do', async () => {
    const at = await several(coders);
    const args = ['spec.md', '--check', 'sh check.sh', '--workers'];
    const refused = await at.run([...args, 'redis://127.0.0.1:1']);
    expectExit(refused, 3);
    expect(refused.stderr).toContain('Redis at redis://127.0.0.1:1 cannot be reached');
    const unnamed = await at.run(args);
    expectExit(unnamed, 2);
    expect(unnamed.stderr).toContain('ORCHESTRATE_REDIS');
  });
});
