import { expect, test } from 'vitest';
import { fold } from '../../src/domain/apply.ts';
import { Event } from '../../src/domain/event.ts';
import type { Run } from '../../src/domain/run.ts';
import { drive, type Perform } from '../../src/run/drive.ts';
import { inProcess } from '../../src/scale/in-process.ts';
import { outcome, seeded, start } from '../domain/world.ts';
import { expectProven } from './proven.ts';

const never = new AbortController().signal;
const execute = inProcess({ parallel: 2 });
const seeds = Array.from({ length: 60 }, (_, i) => i + 1);

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
