import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Answer, Sent } from './endpoint.ts';
import { userOf } from './refusal.ts';
import {
  accepts,
  checkpoint,
  done,
  expectExit,
  expectSaid,
  finish,
  plans,
  scene,
  writes,
  type Answers,
  type Scene,
} from './scene.ts';

const RUN = ['spec.md', '--check', 'sh check.sh', '--json'];

/** What is done from another shell while the model thinks about its first turn. */
function meanwhile(act: (at: Scene) => Promise<void>, then: readonly Answer[]) {
  let at: Scene | undefined;
  const answers: Answers = async (_sent, n) => {
    if (n === 1 && at) {
      await act(at);
    }
    return then[n - 1] ?? done();
  };
  return {
    answers,
    in: (opened: Scene) => {
      at = opened;
      return opened;
    },
  };
}

const said = (sent: Sent | undefined): string =>
  (sent?.messages ?? []).map((m) => m.content ?? '').join('\n');
const types = (records: readonly { type: string }[]): string[] => records.map((r) => r.type);

test.concurrent('words reach the coder at its next turn, later briefs and reviewers', async () => {
  const other = meanwhile(
    async (at) => {
      const own = await at.run(['tell', 'c1', 'Mention the moon.']);
      expectSaid(own, 0, /taken it: the coder of c1 sees it/);
      const later = await at.run(['tell', 'c2', 'Mention the sun.']);
      expect(later.stderr).toMatch(/goes into the brief of c2/);
      const all = await at.run(['tell', 'Write in English.']);
      expect(all.stderr).toMatch(/everyone at work.*c1, c2/);
    },
    [writes('c.txt', 'moon\n'), done()],
  );
  const at = other.in(
    await scene({
      script: {
        planner: [plans(checkpoint('c1'), checkpoint('c2', { after: ['c1'] }))],
        'coder c1': other.answers,
        'coder c2': [writes('d.txt', 'sun\n'), done()],
        reviewer: () => accepts(),
      },
    }),
  );
  const before = await userOf(at);
  const ran = await at.run(RUN);
  expectExit(ran, 0);
  const [first, second, third] = at.sent('coder');
  expect(said(first)).not.toMatch(/moon|English/);
  expect(second?.messages.at(-1)?.content).toBe(
    'From the person who runs this: Mention the moon.\n\nFrom the person who runs this: Write in English.',
  );
  expect(said(third)).toMatch(
    /From the person who runs this, beside the goal:\n- Mention the sun\.\n- Write in English\./,
  );
  expect(said(at.sent('reviewer')[0])).toMatch(/beside the goal:\n- Mention the moon/);
  expect(types(ran.records).filter((type) => type === 'run.told')).toHaveLength(3);
  expect(await userOf(at)).toEqual(before);
});

test.concurrent(
  'a pause lets the turn end, words are kept with a run that rests, and no reply is paid for twice',
  async () => {
    const other = meanwhile(
      async (at) => {
        const paused = await at.run(['pause']);
        expectSaid(paused, 0, /it pauses.*\n.*orchestrate resume/);
      },
      [writes('c.txt', 'new\n'), done()],
    );
    const at = other.in(
      await scene({ script: { planner: [plans(checkpoint('c1'))], coder: other.answers } }),
    );
    const ran = await at.run(RUN);
    expectExit(ran, 6);
    expect(ran.records.at(-1)).toMatchObject({
      outcome: 'paused',
      reason: 'person',
      detail: 'you paused it',
    });
    const calls = at.server.requests.length;
    const again = await at.run(['pause']);
    expectSaid(again, 2, /not under way/);
    const told = await at.run(['tell', 'c1', 'Be brief.']);
    expectSaid(told, 0, /kept with run .*orchestrate resume/);
    expectExit(await at.run(['resume']), 0);
    expect(at.server.requests.length - calls).toBe(2);
    expect(said(at.sent('coder').at(-1)).match(/Be brief\./g)).toHaveLength(1);
    expect(await at.branch('c.txt')).toBe('new');
  },
);

test.concurrent(
  'a checkpoint is set aside while its coder is at work, the rest goes on, and later it is tried again',
  async () => {
    let turn = 0;
    let at: Scene | undefined;
    const first: Answers = async () => {
      turn += 1;
      if (turn === 2) {
        const skipped = await at?.run(['skip', 'c1']);
        expectSaid(skipped, 0, /c2 cannot be done without it/);
        return done();
      }
      return turn === 1 ? writes('half.txt', 'half\n') : turn === 3 ? writes('c.txt', 'new\n') : done();
    };
    at = await scene({
      script: {
        planner: [plans(checkpoint('c1'), checkpoint('c2', { after: ['c1'] }), checkpoint('c3'))],
        'coder c1': first,
        'coder c2': [writes('d.txt', 'd\n'), done()],
        'coder c3': [writes('e.txt', 'e\n'), done()],
      },
    });
    const ran = await at.run(RUN);
    expectExit(ran, 1);
    expect(ran.records.at(-1)).toMatchObject({ outcome: 'blocked', landed: ['c3'], open: ['c1', 'c2'] });
    const stopped = ran.records.find((r) => r.type === 'attempt.stopped');
    const kept = await at.repo.git('for-each-ref', '--format=%(objectname)', 'refs/orchestrate/*/c1.a1/head');
    expect(stopped).toMatchObject({ attempt: 'c1.a1', commit: kept });
    expect(await at.repo.git('show', `${kept}:half.txt`)).toBe('half');
    expect((await at.run(['skip', 'c1'])).exit).toBe(2);

    const retried = await at.run(['retry', 'c1']);
    expectSaid(retried, 0, /c1 begins anew.*c2.*orchestrate resume/);
    const [followed, resumed] = await Promise.all([
      at.run(['log', '--follow', '--json']),
      at.run(['resume', '--json']),
    ]);
    expectExit(resumed, 0);
    expect(resumed.records.at(-1)).toMatchObject({ outcome: 'done', landed: ['c1', 'c2', 'c3'] });
    expect(types(followed.records).filter((type) => type === 'run.ended')).toHaveLength(2);
    expect(await at.branch('d.txt')).toBe('d');
    expect(await at.files()).not.toContain('half.txt');
  },
);

test.concurrent('a run that ended because its check could not run goes on once that is mended', async () => {
  const at = await scene({
    script: { planner: [plans(checkpoint('c1'))], coder: [writes('c.txt', 'new\n'), done()] },
  });
  const tools = path.join(at.repo.home, 'tools');
  const env = { PATH: `${at.repo.env['PATH'] ?? ''}:${tools}` };
  const ran = await at.run(['spec.md', '--check', 'checkit', '--json'], { env });
  expectExit(ran, 3);
  expect(ran.records.at(-1)).toMatchObject({ outcome: 'environment' });
  expectExit(await at.run(['resume', '--json'], { env }), 3);
  await at.repo.write('../tools/checkit', '#!/bin/sh\necho ok 1 - it; echo 1..1\n');
  await chmod(path.join(tools, 'checkit'), 0o755);
  const resumed = await at.run(['resume', '--json'], { env });
  expectExit(resumed, 0);
  expect(types(resumed.records)).toContain('run.reopened');
});

test.concurrent('which run, which checkpoint: what cannot be is told with what can', async () => {
  const at = await scene({
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: [finish({ outcome: 'impossible', reason: 'no such thing' })],
    },
  });
  const none = await at.run(['skip', 'c1']);
  expectSaid(none, 2, /no run in this repository yet/);
  const ran = await at.run(RUN);
  expectExit(ran, 1);
  const id = String(ran.records.at(-1)?.['run']);
  for (const [args, words] of [
    [['retry', 'c7'], /has no checkpoint c7. It has: c1/],
    [['skip', 'x', 'y'], /names none, such as c1|Too many words/],
    [['retry', `${id.slice(0, -1)}_`, 'c1'], new RegExp(`Did you mean ${id}\\?`)],
    [['tell', 'c1', 'words'], /No run of this repository is unfinished/],
    [['tell', 'c1'], /What are the words\?/],
  ] as const) {
    const refused = await at.run(args);
    expect({ args, exit: refused.exit }).toEqual({ args, exit: 2 });
    expect(refused.stderr).toMatch(words);
  }
  const journal = path.join(await at.records(), 'journal.jsonl');
  const before = await readFile(journal, 'utf8');
  expectExit(await at.run(['retry', 'c1']), 0);
  expect((await readFile(journal, 'utf8')).startsWith(before)).toBe(true);
});

test.concurrent(
  'killed right after it has taken a word, a run neither loses it nor takes it twice',
  async () => {
    let at: Scene | undefined;
    let told: Awaited<ReturnType<Scene['run']>> | undefined;
    const coder: Answers = async (_sent, n) => {
      if (n === 1) {
        told = await at?.run(['tell', 'c1', 'Be brief.']);
      }
      return n === 1 ? writes('never.txt', '') : n === 2 ? writes('c.txt', 'new\n') : done();
    };
    at = await scene({ script: { planner: [plans(checkpoint('c1'))], coder } });
    const killed = await at.run(RUN, { env: { ORCHESTRATE_KILL_AT: 'event.run.told' } });
    expect(killed.signal).toBe('SIGKILL');
    const resumed = await at.run(['resume', '--json']);
    expectExit(resumed, 0);
    expectSaid(told, 0, /kept with run/);
    expect(types(resumed.records).filter((type) => type === 'run.told')).toHaveLength(1);
    expect(said(at.sent('coder').at(-1)).match(/Be brief\./g)).toHaveLength(1);
    expect(await at.branch('c.txt')).toBe('new');
  },
);
