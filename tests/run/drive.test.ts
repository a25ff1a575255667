import { expect, test } from 'vitest';
import { fold } from '../../src/domain/apply.ts';
import { Event } from '../../src/domain/event.ts';
import type { Progress } from '../../src/domain/progress.ts';
import type { Run } from '../../src/domain/run.ts';
import type { Settings } from '../../src/domain/settings.ts';
import type { Wish } from '../../src/domain/wish.ts';
import { drive, type Perform } from '../../src/run/drive.ts';
import type { Letter, Letters, Reply } from '../../src/run/letters.ts';
import { inProcess } from '../../src/scale/in-process.ts';
import { outcome, seeded, sha, start } from '../domain/world.ts';
import { expectProven } from './proven.ts';

const never = new AbortController().signal;
const execute = inProcess({ parallel: 2 });
/** More of them on demand: `ORCHESTRATE_SEEDS=500 npx vitest run tests/run/drive.test.ts`. */
const seeds = Array.from({ length: Number(process.env['ORCHESTRATE_SEEDS'] ?? 12) }, (_, i) => i + 1);

let landings = 0;
const world =
  (chance: () => number): Perform =>
  async (command, run, emit) => {
    const moves = command.do === 'land' && changes(command.attempt, run);
    landings += moves ? 1 : 0;
    expect(landings, 'two landings at once').toBeLessThanOrEqual(1);
    for (let i = chance() * 8; i > 0; i--) {
      await Promise.resolve();
    }
    if (command.do === 'code') {
      await emit({
        type: 'model.called',
        role: 'coder',
        conversation: `${command.attempt}.coder`,
        attempt: command.attempt,
        model: 'm',
        usage: { input: 1, cached: 0, output: 1, usd: 0.01 },
        ms: 1,
      });
    }
    landings -= moves ? 1 : 0;
    return outcome(command, run, chance);
  };

/** A checkpoint that needed nothing lands beside others: it moves no branch. */
const changes = (attempt: string, { progress }: Run): boolean =>
  progress.some((p) => 'changed' in p && p.attempt === attempt && p.changed.length > 0);

/** Drives to a rest; a run that waits is resumed, as a person would. */
async function toTheEnd(log: Event[], chance: () => number) {
  for (;;) {
    const run = await drive({
      log: [...log],
      append: async (e) => {
        log.push(Event.parse(e));
        return Promise.resolve();
      },
      perform: world(chance),
      execute,
      signal: never,
    });
    if (run.at === 'ended') {
      return run;
    }
    log.push({ type: 'run.resumed', budget: null, minutes: null });
  }
}

test.each(seeds)('seed %i: any run ends, and can be taken up again after any event', async (seed) => {
  const log: Event[] = [start({ parallel: 2 })];
  const done = await toTheEnd(log, seeded(seed));
  expect(fold(log)).toEqual(done);
  expect(log.filter((e) => e.type === 'run.ended')).toHaveLength(1);
  for (let cut = 1; cut < log.length; cut++) {
    const again = log.slice(0, cut);
    const end = await toTheEnd(again, seeded(seed + cut));
    for (const p of end.progress) {
      expect(['landed', 'blocked', 'replaced']).toContain(p.at);
    }
    expectProven(again);
    const landed = again.flatMap((e) => (e.type === 'checkpoint.landed' ? [e.attempt.split('.')[0]] : []));
    expect(new Set(landed).size).toBe(landed.length);
  }
});

/** Whether a checkpoint comes after another one, directly or not. */
const waitsFor = (run: Run, id: string, other: string): boolean =>
  id === other ||
  run.progress.some(
    (p) => p.checkpoint.id === id && p.checkpoint.after.some((before) => waitsFor(run, before, other)),
  );

test('where one worker breaks down, the others go on to their end, and then the run fails with its error', async () => {
  const log: Event[] = [start({ parallel: 2 })];
  let fell = 0;
  const perform: Perform = async (command, run) => {
    if (command.do === 'code' && command.attempt === 'c1.a1') {
      fell += 1;
      throw new Error('broken');
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    return outcome(command, run, () => 0.5);
  };
  const append = async (e: Event) => {
    log.push(e);
    return Promise.resolve();
  };
  await expect(drive({ log: [...log], append, perform, execute, signal: never })).rejects.toThrow('broken');
  expect(fell).toBe(1);
  const run = fold(log);
  const others = run.progress.filter((p) => !waitsFor(run, p.checkpoint.id, 'c1'));
  expect(others.length).toBeGreaterThan(0);
  expect(others.map((p) => p.at)).toEqual(others.map(() => 'landed'));
  expect(run.progress.find((p) => p.checkpoint.id === 'c1')?.at).toBe('coding');
});

test('an aborted run is paused as interrupted, and goes on later', async () => {
  const log: Event[] = [start()];
  const stop = new AbortController();
  const append = async (e: Event) => {
    log.push(e);
    return Promise.resolve();
  };
  const run = await drive({
    log: [...log],
    append,
    execute,
    signal: stop.signal,
    perform: async (command, state, _emit, { signal }) => {
      if (command.do === 'code') {
        setTimeout(() => {
          stop.abort();
        }, 1);
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'));
          });
        });
      }
      return outcome(command, state, () => 0.5);
    },
  });
  expect(run.paused?.reason).toBe('interrupted');
  log.push({ type: 'run.resumed', budget: null, minutes: null });
  expect((await toTheEnd(log, () => 0.5)).at).toBe('ended');
});

test('a journal that cannot be written stops the run and believes nothing that is not in it', async () => {
  const log: Event[] = [start()];
  const append = async (e: Event) => {
    if (log.length === 4) {
      throw new Error('no space left on device');
    }
    log.push(e);
    return Promise.resolve();
  };
  const going = drive({ log: [...log], append, perform: world(seeded(1)), execute, signal: never });
  await expect(going).rejects.toThrow('no space');
  expect(log).toHaveLength(4);
});

/** Letters that are handed over once each, when their time has come. */
function inbox() {
  const waiting: Letter[] = [];
  const became: Reply[] = [];
  return {
    became,
    post: (wish: Wish, id = 'l1') =>
      waiting.push({
        id,
        wish,
        answer: async (reply) => {
          became.push(reply);
          return Promise.resolve();
        },
      }),
    letters: async () => Promise.resolve(waiting.splice(0)),
  };
}

const recording = (log: Event[]) => async (event: Event) => {
  log.push(Event.parse(event));
  return Promise.resolve();
};

test('what a person sets aside is broken off, its outcome does not count, and the rest goes on', async () => {
  const log: Event[] = [start({ parallel: 2 })];
  const { letters, post, became } = inbox();
  let brokenOff = false;
  const perform: Perform = async (command, run, _emit, control) => {
    if (command.do === 'code' && command.attempt === 'c4.a1') {
      post({ wish: 'skip', checkpoint: 'c4' });
      await new Promise((resolve) => control.signal.addEventListener('abort', resolve));
      brokenOff = true;
    }
    return command.do === 'code'
      ? {
          type: 'attempt.submitted',
          attempt: command.attempt,
          commit: sha(77),
          changed: [],
          summary: '',
          notes: [],
        }
      : outcome(command, run, () => 0.5);
  };
  const run = await steered(log, { perform, letters });
  expect(brokenOff).toBe(true);
  expect(became).toMatchObject([{ ok: true }]);
  expect(run.progress.map((p) => p.at)).toEqual(['landed', 'landed', 'landed', 'blocked']);
  expect(log.filter((e) => 'attempt' in e && e.attempt === 'c4.a1').map((e) => e.type)).toEqual([
    'attempt.started',
    'attempt.stopped',
  ]);
});

test('a pause from elsewhere lets what is under way come to its rest', async () => {
  const log: Event[] = [start({ parallel: 2 })];
  const { letters, post } = inbox();
  const endedAtOnce: boolean[] = [];
  const perform: Perform = async (command, run, _emit, control) => {
    if (command.do === 'code') {
      post({ wish: 'pause' });
      await new Promise((resolve) => control.stopping.addEventListener('abort', resolve));
      endedAtOnce.push(control.signal.aborted);
    }
    return outcome(command, run, () => 0.5);
  };
  const run = await steered(log, { perform, letters });
  expect(run.paused).toEqual({ reason: 'person', detail: 'you paused it' });
  expect(endedAtOnce).toEqual([false, false]);
  expect(fold(log)).toEqual(run);
  expect(log.filter((e) => e.type === 'attempt.submitted')).toHaveLength(2);
});

test('who asks is answered, and what waits is approved, while others are at work: the run does not stop for it', async () => {
  const log: Event[] = [...startOfWork({ parallel: 2, approve: 'checkpoint' })];
  const { letters, post, became } = inbox();
  const perform: Perform = async (command, run) => {
    const attempt = 'attempt' in command ? command.attempt : '';
    if (command.do === 'code' && attempt === 'c1.a1') {
      return Promise.resolve({ type: 'attempt.asked', attempt, question: 'Which?', commit: null });
    }
    if (command.do === 'code' && attempt === 'c4.a1') {
      post({ wish: 'answer', checkpoint: null, text: 'This one.' });
      while (!isAt('c1', 'approving', fold(log))) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      post({ wish: 'approve', checkpoint: 'c1' }, 'l2');
      while (!isAt('c1', 'landed', fold(log))) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    return outcome(command, run, () => 0.5);
  };
  const rested = await steered(log, { perform, letters });
  expect(became).toMatchObject([{ ok: true }, { ok: true }]);
  expect(log.filter((e) => e.type === 'run.paused')).toHaveLength(1);
  expect(rested.paused?.detail).toMatch(/c4.* waits for your approval/);
});

test('what waits at the start is taken before anything is begun', async () => {
  const log: Event[] = [...startOfWork()];
  const { letters, post } = inbox();
  post({ wish: 'skip', checkpoint: 'c1' });
  const begun: string[] = [];
  const perform: Perform = async (command, run) => {
    begun.push('attempt' in command ? `${command.do} ${command.attempt}` : command.do);
    return Promise.resolve(outcome(command, run, () => 0.5));
  };
  await steered(log, { perform, letters });
  expect(begun.filter((text) => text.includes('c1'))).toEqual([]);
});

test('a wish that cannot be is refused, and the run goes on', async () => {
  const log: Event[] = [start()];
  const { letters, post, became } = inbox();
  const perform: Perform = async (command, run) => {
    if (command.do === 'code') {
      post({ wish: 'retry', checkpoint: 'c9' });
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return outcome(command, run, () => 0.5);
  };
  const run = await steered(log, { perform, letters });
  expect(run.at).toBe('ended');
  expect(JSON.stringify(became[0])).toMatch(/"ok":false.*no checkpoint c9/);
});

/** Drives what the log has begun, with letters that come meanwhile; what happens is added to it. */
const steered = async (
  log: Event[],
  { perform, letters }: { perform: Perform; letters: Letters },
): Promise<Run> => drive({ log: [...log], append: recording(log), perform, execute, signal: never, letters });

const isAt = (id: string, at: Progress['at'], { progress }: Run): boolean =>
  progress.some((p) => p.checkpoint.id === id && p.at === at);

function startOfWork(settings: Partial<Settings> = {}): Event[] {
  const log: Event[] = [start({ parallel: 1, ...settings })];
  for (const command of [{ do: 'baseline' }, { do: 'plan' }] as const) {
    log.push(outcome(command, fold(log), () => 0.5));
  }
  return log;
}
