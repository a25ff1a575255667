import type { Event } from '../../src/domain/event.ts';
import {
  accept,
  asked,
  baseline,
  begin,
  called,
  checkpoint,
  guarded,
  planned,
  ran,
  red,
  review,
  sha,
  started,
  submit,
} from './story.ts';

const TITLES = {
  c1: 'Read comment lines',
  c2: 'Write comments back where they were found',
  c3: 'Keep the order of keys',
  c4: 'Say which line is wrong',
  c5: 'Read files of several megabytes without holding all of them',
  c6: 'Stream what is written',
  c7: 'Take dates as dates',
  c8: 'A command that tidies a file',
  c9: 'Quote what has to be quoted',
  c10: 'Fuzz the reader',
  c11: 'Types for every option',
  c12: 'A cache of what was read',
  c13: 'Document the format',
  c14: 'A benchmark of reading and writing',
  c15: 'A cache of the last file only',
  c16: 'Tabs as they were',
} as const;
type Id = keyof typeof TITLES;
const AFTER: Partial<Record<Id, string[]>> = {
  c2: ['c1'],
  c6: ['c5'],
  c8: ['c1'],
  c11: ['c4'],
  c13: ['c8', 'c11'],
};
const REQUIREMENTS = [
  { id: 'R1', text: 'Comments survive a round trip' },
  { id: 'R2', text: 'A file of 100 MB is read within 200 MB of memory' },
];
const COVERS: Partial<Record<Id, string[]>> = { c1: ['R1'], c2: ['R1'], c5: ['R2'], c6: ['R2'] };
const ids = Object.keys(TITLES).filter((id): id is Id => id in TITLES && id !== 'c15');

/** As far as its verdict, which accepts it: it waits for a person, since this run asks one for each. */
const accepted = (id: Id, digit: string, base: string): Event[] => {
  const attempt = `${id}.a1`;
  return [
    begin(attempt, 'small', sha(base)),
    called('coder', attempt, 'small'),
    submit(attempt, sha(digit), [`src/${id}.ts`]),
    ran(attempt, sha(digit)),
    guarded(attempt, sha(digit)),
    called('reviewer', attempt, 'judge', 0.02),
    review(attempt, sha(digit), accept(`${TITLES[id]} holds`)),
  ];
};
const approved = (id: Id): Event => ({ type: 'checkpoint.approved', checkpoint: id });
const landed = (id: Id, digit: string, base: string): Event[] => [
  ...accepted(id, digit, base),
  approved(id),
  { type: 'checkpoint.landed', attempt: `${id}.a1`, commit: sha(digit) },
];

/** A run in which every state that a checkpoint can be in is taken by one at the same time. */
export const everyState: Event[] = [
  started(
    { budget: 0.6, minutes: 90, approve: 'checkpoint', parallel: 6 },
    'A reader and writer that keep comments',
  ),
  baseline(),
  called('planner', null, 'judge', 0.05),
  planned(
    ids.map((id) =>
      checkpoint(id, TITLES[id], {
        after: AFTER[id] ?? [],
        covers: COVERS[id] ?? [],
        files: [`src/${id}.ts`],
      }),
    ),
    { requirements: REQUIREMENTS },
  ),
  { type: 'run.told', checkpoint: null, text: 'Prefer small functions' },
  ...landed('c1', '2', '0'),
  // Taken back after it had landed.
  ...landed('c3', '3', '2'),
  { type: 'checkpoint.undone', checkpoint: 'c3', head: sha('2'), replayed: [] },
  // Set aside, by a person who did not want to wait.
  begin('c9.a1', 'small', sha('2')),
  called('coder', 'c9.a1', 'small'),
  { type: 'checkpoint.skipped', checkpoint: 'c9' },
  { type: 'attempt.stopped', attempt: 'c9.a1', commit: sha('9') },
  // Red three times, given up, and what comes after it with it; then planned anew.
  ...['c5.a1', 'c5.a2', 'c5.a3'].flatMap((attempt, i) => [
    begin(attempt, i < 2 ? 'small' : 'large', sha('2')),
    called('coder', attempt, i < 2 ? 'small' : 'large', 0.04),
    submit(attempt, sha('5')),
    ran(attempt, sha('5'), red('reads 100 MB within 200 MB', 'gives back the memory')),
  ]),
  {
    type: 'checkpoint.blocked',
    checkpoint: 'c5',
    cause: 'attempts',
    reason: '3 attempts did not turn the check green: reads 100 MB within 200 MB fails',
  },
  {
    type: 'checkpoint.blocked',
    checkpoint: 'c6',
    cause: 'dependency',
    reason: 'builds on c5, which is blocked',
  },
  begin('c12.a1', 'small', sha('2')),
  called('coder', 'c12.a1', 'small'),
  {
    type: 'attempt.failed',
    attempt: 'c12.a1',
    failure: 'stuck',
    detail: 'the same edit failed five times',
    commit: null,
  },
  {
    type: 'checkpoint.blocked',
    checkpoint: 'c12',
    cause: 'attempts',
    reason: 'the same edit failed five times',
  },
  {
    type: 'plan.remade',
    replaces: ['c12'],
    checkpoints: [checkpoint('c15', TITLES.c15)],
    edges: [],
    detail: 'a cache of one file is enough for what the spec asks',
  },
  // Begun anew after it had asked.
  begin('c7.a1', 'small', sha('2')),
  called('coder', 'c7.a1', 'small'),
  asked(
    'c7.a1',
    'Are dates without a time zone local, or UTC? The spec says neither, and files of both kinds are in test/data.',
  ),
  begin('c4.a1', 'small', sha('2')),
  called('coder', 'c4.a1', 'small'),
  asked('c4.a1', 'Should the column be told, too?'),
  { type: 'checkpoint.retried', checkpoint: 'c4' },
  // Interrupted, and taken up again.
  { type: 'run.paused', reason: 'interrupted', detail: 'stopped by Ctrl-C' },
  { type: 'run.resumed', budget: 0.6, minutes: 90 },
  // Accepted and in line, one on top of the other; then one that waits for a person.
  ...accepted('c2', '6', '2'),
  approved('c2'),
  ...accepted('c10', '7', '6'),
  approved('c10'),
  {
    type: 'attempt.held',
    attempt: 'c10.a1',
    base: sha('6'),
    detail: 'it is red on top of c2, which has not landed',
  },
  ...accepted('c15', 'a', '2'),
  // Under way: here, with workers on other machines, in review.
  begin('c4.a2', 'large', sha('2')),
  called('coder', 'c4.a2', 'large', 0.12),
  begin('c8.a1', 'small', sha('2')),
  called('coder', 'c8.a1', 'small'),
  submit('c8.a1', sha('8'), ['src/c8.ts']),
  ran('c8.a1', sha('8')),
  guarded('c8.a1', sha('8')),
  called('reviewer', 'c8.a1', 'judge', 0.02),
  begin('c16.a1', 'small', sha('2')),
  called('coder', 'c16.a1', 'small'),
  submit('c16.a1', sha('c'), ['src/c16.ts']),
  { type: 'attempt.sent', attempt: 'c16.a1', work: 'check', generation: 2, task: sha('d') },
  begin('c14.a1', 'small', sha('2')),
  { type: 'attempt.sent', attempt: 'c14.a1', work: 'code', generation: 1, task: sha('b') },
];

/** The same, stopped by a limit. */
export const atLimit: Event = {
  type: 'run.paused',
  reason: 'limit',
  detail: '$0.08 of the budget is left, and the next call may take $0.40',
  limit: { kind: 'usd', needs: 0.4 },
};
