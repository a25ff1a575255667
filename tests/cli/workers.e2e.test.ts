import { access, cp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { certificate, tlsFlags } from '../scale/certificate.ts';
import { httpsServer, sshServer } from '../scale/git-servers.ts';
import { freePort, redisServer, withRedis } from '../scale/redis-server.ts';
import { bin } from './program.ts';
import { bash, closing, done, expectExit, writes } from './scene.ts';
import { effects, isWritten, ONE, several, TWO, until } from './several.ts';

let redis: Awaited<ReturnType<typeof redisServer>>;
beforeAll(async () => {
  redis = await redisServer();
});
afterAll(async () => redis.close());

const LONG_MS = 300_000;

withRedis('workers on other machines', { timeout: LONG_MS }, () => {
  it.concurrent(
    'code and check over TLS, https and ssh; their records and costs are at home as if it had been done here',
    async () => {
      const own = await certificate();
      closing(own.close);
      const port = await freePort();
      const guarded = await redisServer(tlsFlags(port, own));
      closing(guarded.close);
      const at = await several(
        { planner: [ONE], coder: [writes('a.txt', 'by c1\n'), done('A is changed.')] },
        {
          redis: `rediss://127.0.0.1:${String(port)}`,
          env: { NODE_EXTRA_CA_CERTS: own.cert },
        },
      );
      const https = await httpsServer(at.repo.home, own);
      closing(https.close);
      await at.repo.git('remote', 'set-url', 'origin', `${https.url}/shop.git`);
      for (const [name, value] of https.settings) {
        await execa('git', ['config', '--global', name, value], { env: { HOME: at.repo.home } });
      }
      const ssh = await sshServer(path.join(at.repo.home, 'ssh'));
      closing(ssh.close);

      const going = at.begin(at.starting, { ORCHESTRATE_LABELS: 'gpu' });
      await going.hears('waits: no worker with gpu serves');
      expect(await at.workers()).toMatchObject([{ waiting: 1, labels: ['gpu'], able: 0 }]);
      const worker = await at.worker('far', {
        labels: 'gpu,big',
        remote: ssh.url(at.remote),
        env: { GIT_SSH_COMMAND: ssh.command },
      });
      const ran = await going.ended();
      expectExit(ran, 0);
      expect(await effects(at)).toEqual(['c1']);
      expect(await at.branch('a.txt')).toBe('by c1');
      const sent = ran.records.filter(({ type }) => type === 'attempt.sent');
      expect(sent.map(({ attempt, work }) => `${String(attempt)} ${String(work)}`).toSorted()).toEqual([
        'c1.a1 check',
        'c1.a1 code',
      ]);
      const calls = ran.records.filter(({ type, role }) => type === 'model.called' && role === 'coder');
      // A busy machine may deliver work anew; each call says of which delivery it is.
      expect(calls.length).toBeGreaterThanOrEqual(2);
      for (const { delivery } of calls) {
        expect(delivery).toMatch(/^1\.\d+$/u);
      }
      const audited = ran.records.filter(({ type }) => type === 'tool.called');
      expect(audited.map(({ delivery }) => typeof delivery)).toContain('string');
      expect(await at.transcript('c1.a1.coder')).toContain('A is changed.');
      const check = ran.records.find(({ type }) => type === 'check.ran')?.['result'] as { log: string };
      await access(check.log);
      expect(check.log.startsWith(await at.records())).toBe(true);
      expect((await at.ask(['show', 'c1'])).stdout).toContain('by c1');
      // Nothing of a run that is over is left where both sides meet.
      expect(await at.shared()).toBe('');
      expect(await at.workers()).toMatchObject([{ name: 'far', slots: 2, jobs: [], draining: false }]);
      worker.kill('SIGTERM');
      expectExit(await worker.ended(), 0);
      expect(await at.workers()).toEqual([]);
    },
  );

  it.concurrent('leave as they are asked to: done, handed back, or never heard of again', async () => {
    const asked: string[] = [];
    let goOn = (): void => undefined;
    const isSeen = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const at = await several(
      {
        planner: [TWO],
        coder: async ({ messages }) => {
          if (messages.length > 2) {
            return done();
          }
          const id = messages[1]?.content?.includes('# c1') === true ? 'c1' : 'c2';
          const hangs = asked.push(id) === 2 || asked.length === 3;
          await isSeen;
          return bash(hangs ? 'sleep 300' : `echo by ${id} > ${id === 'c1' ? 'a' : 'b'}.txt`);
        },
      },
      { redis: redis.url },
    );
    const first = await at.worker('first', { slots: 1 });
    const going = at.go();
    await until(() => asked.length === 1);
    first.kill('SIGTERM');
    await first.hears('no new jobs');
    expect((await at.workers())[0]).toMatchObject({ name: 'first', draining: true });
    goOn();
    expectExit(await first.ended(), 0);
    expect(asked).toHaveLength(1);

    const second = await at.worker('second', { slots: 1 });
    await until(() => asked.length === 2);
    second.kill('SIGTERM');
    await second.hears('no new jobs');
    second.kill('SIGTERM');
    await second.hears('goes back');
    expectExit(await second.ended(), 0);

    const third = await at.worker('third', { slots: 1 });
    await until(() => asked.length === 3);
    third.kill('SIGKILL');
    await at.worker('fourth');
    const ran = await going;
    expectExit(ran, 0);
    expect(await effects(at)).toEqual(['c1', 'c2']);
    // What was handed back or lost was not the attempt's fault.
    const began = ran.records
      .filter(({ type }) => type === 'attempt.started')
      .map(({ attempt }) => String(attempt));
    expect(began.toSorted()).toEqual(['c1.a1', 'c2.a1']);
  });

  it.concurrent(
    'do their work once where the coordinator dies, Redis forgets everything, and a person stops it',
    async () => {
      const own = await redisServer();
      closing(own.close);
      const begun: number[] = [];
      const at = await several(
        {
          planner: [ONE],
          coder: ({ messages }) => {
            begun.push(messages.length);
            return begun.length === 1
              ? bash('echo half > a.txt; sleep 300')
              : messages.length < 3
                ? bash('grep half a.txt && echo whole >> a.txt')
                : done();
          },
        },
        { redis: own.url },
      );
      const worker = await at.worker('far');
      // It dies the moment that the first piece of work is in the journal as sent: nobody has been told of it yet.
      const killed = await at.go({ ORCHESTRATE_KILL_AT: 'event.attempt.sent' });
      expect(killed.signal).toBe('SIGKILL');
      await own.kill();
      await own.wipe();
      await own.start();
      const going = at.begin(at.resuming);
      await until(async () => isWritten('half', path.join(at.repo.home, 'far')));
      going.kill('SIGINT');
      expectExit(await going.ended(), 130);
      // The files so far are handed in, and the next attempt goes on from them.
      await until(async () => (await at.shared()).includes('/code.g1/result/1'));
      const resumed = await at.resume();
      expectExit(resumed, 0);
      const failed = resumed.records.find(({ type }) => type === 'attempt.failed');
      expect(failed).toMatchObject({ attempt: 'c1.a1', failure: 'workspace' });
      expect(failed?.['commit']).toMatch(/^[0-9a-f]{40}$/);
      expect(await effects(at)).toEqual(['c1']);
      expect(await at.branch('a.txt')).toBe('half\nwhole');
      // A worker with nothing in hand does not wait for a Redis that is gone.
      await own.kill();
      worker.kill('SIGTERM');
      expectExit(await worker.ended(), 0);
    },
  );

  it.concurrent('hear a person at their next turn, and what is set aside comes home', async () => {
    const WORDS = 'Write it in one line.';
    const asked: number[] = [];
    const at = await several(
      {
        planner: [ONE],
        coder: ({ messages }) =>
          messages.some(({ content }) => content?.includes(WORDS))
            ? bash('echo half > a.txt; sleep 300')
            : bash(`sleep 0.5; echo ${String(asked.push(messages.length))}`),
      },
      { redis: redis.url },
    );
    await at.worker('far');
    const going = at.go();
    await until(() => asked.length > 0);
    const told = await at.ask(['tell', 'c1', WORDS]);
    expect(told.stderr).toContain('the coder of c1 sees it at its next turn');
    await until(async () => isWritten('half', path.join(at.repo.home, 'far')));
    await at.ask(['skip', 'c1']);
    const ran = await going;
    expectExit(ran, 1);
    const stopped = ran.records.find(({ type }) => type === 'attempt.stopped');
    expect(stopped).toMatchObject({ attempt: 'c1.a1' });
    expect(await at.repo.git('show', `${String(stopped?.['commit'])}:a.txt`)).toBe('half');
    const kept = await at.repo.git('for-each-ref', '--format=%(objectname)', 'refs/orchestrate/*/c1.a1/head');
    expect(kept).toBe(stopped?.['commit']);
    // What it was told and what it did are at home like those of a coder here.
    expect(await at.transcript('c1.a1.coder')).toContain(WORDS);
  });

  it.concurrent('of another version take nothing, and where there is no other the run says so', async () => {
    const at = await several(
      { planner: [ONE], coder: [writes('a.txt', 'by c1\n'), done()] },
      { redis: redis.url },
    );
    const older = { program: await buildThatSpeaks('orchestrate/0', path.join(at.repo.home, 'older')) };
    await at.worker('older', older);
    const paused = await at.go();
    expectExit(paused, 3);
    expect(paused.stderr).toContain('older (orchestrate');
    expect(paused.stderr).toContain('speaks orchestrate/0, not orchestrate/1: it gets no work from here');
    const why = paused.records.find(({ type }) => type === 'run.paused');
    expect(why?.['detail']).toMatch(
      /^version skew: worker older .* speaks orchestrate\/0, the job is in orchestrate\/1 .* Bring both to one version/,
    );
    await at.worker('same');
    expectExit(await at.resume(), 0);
    expect(await effects(at)).toEqual(['c1']);
  });
});

/** A copy of the built program that speaks another protocol. */
async function buildThatSpeaks(protocol: string, dir: string): Promise<string> {
  const root = path.dirname(path.dirname(bin));
  for (const name of ['bin', 'dist', 'package.json', 'roles']) {
    await cp(path.join(root, name), path.join(dir, name), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
  const chunks = (
    await execa('grep', ['-rlE', 'orchestrate/1\\b', '--include=*.mjs', path.join(dir, 'dist/cli')])
  ).stdout;
  for (const file of chunks.split('\n')) {
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/orchestrate\/1\b/g, protocol));
  }
  return path.join(dir, 'bin/orchestrate.mjs');
}
