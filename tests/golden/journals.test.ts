import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fold } from '../../src/domain/apply.ts';
import { readJournal } from '../../src/io/journal.ts';
import { reportFacts } from '../../src/view/facts.ts';
import { tellAll } from '../../src/view/lines.ts';

/**
 * Journals as released versions have written them. They are never changed: where one of them no longer loads, or means
 * something else, somebody's run of the past can no longer be resumed or looked at. A new form of an event gets a new file.
 */
const journals = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jsonl'));

type Meant = {
  readonly at: Readonly<Record<string, string>>;
  readonly ending: string;
  readonly calls: number;
};
/** A checkpoint that could not be done among three that landed. */
const STORY: Meant = {
  at: { c1: 'landed', c2: 'landed', c3: 'landed', c4: 'blocked' },
  ending: 'c4 blocked',
  calls: 25,
};
/** What each journal means. */
const MEANT: Readonly<Record<string, Meant>> = {
  'v1-first.jsonl': STORY,
  'v1-now.jsonl': STORY,
  /** A person set one aside and did it again, told, paused, began another anew, and took the first one back. */
  'v1-steered.jsonl': {
    ...STORY,
    at: { c1: 'blocked', c2: 'landed', c3: 'landed' },
    ending: 'c1 blocked',
    calls: 16,
  },
};

test.each(journals)('%s loads and means what it always meant', async (name) => {
  const meant = MEANT[name];
  const { lines, unfinished } = await readJournal(path.join(import.meta.dirname, name));
  expect(unfinished).toBe(0);
  const run = fold(lines.map((line) => line.event));
  expect(Object.fromEntries(run.progress.map((p) => [p.checkpoint.id, p.at]))).toEqual(meant?.at);
  expect(run).toMatchObject({
    at: 'ended',
    ending: { outcome: 'blocked', detail: meant?.ending },
    paused: null,
    spent: { calls: meant?.calls },
  });
  expect(run.settings).toMatchObject({ check: ['sh check.sh'], parallel: 2, copy: [], stack: 4 });
  const watched = tellAll(lines);
  expect(watched.lately.length).toBeGreaterThan(20);
  const report = reportFacts(lines, { records: '/records', userTree: [] });
  expect(JSON.stringify(report)).toContain(run.progress.at(-1)?.checkpoint.id);
});
