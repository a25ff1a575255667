import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Sent } from '../cli/endpoint.ts';
import { bash, checkpoint, plans, scene, type Scene } from '../cli/scene.ts';
import { eventsOf, filesWith, isProbe, MODELS, recordsOf, writesOnce } from './world.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `c${String(i + 1)}`);
const planOf = (names: readonly string[]) =>
  plans(...names.map((id) => checkpoint(id, { files: [`${id}.txt`] })));

test('a provider that goes down costs no more than the repeats allowed, and the run can be resumed', async () => {
  let isDown = true;
  const asked: Sent[] = [];
  const at = await scene({
    files: filesWith(MODELS),
    script: {
      planner: [planOf(['c1'])],
      coder: (sent) => {
        asked.push(sent);
        return isDown ? { status: 502, text: 'bad gateway' } : writesOnce('c1.txt')(sent);
      },
    },
  });
  const ran = await at.run(['spec.md']);
  expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 7 });
  expect(asked.length).toBe(3);
  isDown = false;
  const resumed = await at.run(['resume']);
  expect({ exit: resumed.exit, stderr: resumed.stderr }).toMatchObject({ exit: 0 });
  expect((await eventsOf(at, 'attempt.started')).length).toBe(1);
});

test('with many workers against a limit nothing is lost and nothing is asked twice', async () => {
  const names = ids(4);
  let served = 0;
  let refused = 0;
  const everyThird = (id: string) => (sent: Sent) => {
    if ((served + refused) % 3 === 2) {
      refused += 1;
      return { status: 429, text: 'slow down', headers: { 'retry-after-ms': '40' } };
    }
    served += 1;
    return writesOnce(`${id}.txt`)(sent);
  };
  const at = await scene({
    files: filesWith(MODELS),
    script: {
      planner: [planOf(names)],
      ...Object.fromEntries(names.map((id) => [`coder ${id}`, everyThird(id)])),
    },
  });
  const ran = await at.run(['spec.md', '--parallel', '4']);
  expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 0 });
  expect(refused).toBeGreaterThan(1);
  const coding = (await eventsOf(at, 'model.called')).filter(({ role }) => role === 'coder');
  expect(coding.length).toBe(served);
  expect((await eventsOf(at, 'checkpoint.landed')).length).toBe(4);
});

test('a server that asks for a longer wait than allowed is not waited for', async () => {
  const at = await scene({
    files: filesWith(MODELS.replaceAll('longest: 5ms', 'asked: 1s')),
    script: {
      planner: [planOf(['c1'])],
      coder: () => ({ status: 429, text: 'come back later', headers: { 'retry-after': '3600' } }),
    },
  });
  const ran = await at.run(['spec.md']);
  expect(ran.exit).toBe(7);
  expect(ran.stderr).toContain('asks to wait 3600 s, longer than the 1 s allowed');
});

const KEY = 'unit-4f6c0b1d9e8a7352';

test.each([400, 401, 500])(
  'a key that a server quotes with a %i is neither kept nor shown',
  async (status) => {
    const at = await scene({
      files: filesWith(MODELS),
      script: {
        planner: (sent) =>
          isProbe(sent) ? planOf(['c1']) : { status, text: `wrong: Authorization: Bearer ${KEY} (${KEY})` },
      },
    });
    const ran = await at.run(['spec.md', '--record', 'tape.jsonl'], {
      env: { OPENAI_API_KEY: KEY },
      changes: true,
    });
    expect([3, 7]).toContain(ran.exit);
    expect(ran.stderr).toContain('wrong: Authorization: Bearer ***');
    expect(`${ran.stdout}${ran.stderr}`).not.toContain(KEY);
    expect(await filesHolding(at, KEY)).toEqual([]);
  },
);

test('a key is in no record of a run that went well', async () => {
  const at = await scene({
    files: filesWith(MODELS),
    script: {
      planner: [planOf(['c1'])],
      coder: (sent) => (sent.messages.length < 4 ? bash('env; echo x > c1.txt') : writesOnce('c1.txt')(sent)),
    },
  });
  const ran = await at.run(['spec.md', '--record', 'tape.jsonl'], {
    env: { OPENAI_API_KEY: KEY },
    changes: true,
  });
  expect(ran.exit).toBe(0);
  expect(await filesHolding(at, KEY)).toEqual([]);
});

/** Files of the run's records, and the recording beside the repository's files, with these words in them. */
async function filesHolding(at: Scene, words: string): Promise<string[]> {
  const folders = [await recordsOf(at), at.repo.root];
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name)),
    ),
  );
  const files = found.flat();
  expect(files.length).toBeGreaterThan(4);
  const texts = await Promise.all(files.map(async (file) => readFile(file, 'latin1')));
  return files.filter((_, i) => texts[i]?.includes(words) === true);
}
