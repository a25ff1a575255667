import { z } from 'zod';
import { AttemptId, refPrefix, Sha } from '../domain/ids.ts';

/** What both sides must agree on. It rises with every change that the other side could misread. */
export const PROTOCOL = 'orchestrate/1';

/** How a failure begins that is neither the job's fault nor the worker's. */
export const SKEW = 'version skew';

/** The failure of work that ended because somebody asked for that: it is handed out anew where it is still wanted. */
export const STOPPED = 'stopped';

export const Work = z.enum(['code', 'check']);
export type Work = z.infer<typeof Work>;

/** What one piece of work is called, on both sides and everywhere. */
export type Piece = {
  readonly run: string;
  readonly attempt: string;
  readonly work: Work;
  readonly generation: number;
};

const HOUR_MS = 3_600_000;
const DEADLINE_MS = 6 * HOUR_MS;
const LONGEST_MS = 7 * 24 * HOUR_MS;

/**
 * A job as it lies in the queue: it names the work; what is to be done is in the commit `task`, and no secret anywhere.
 * Nobody else's refs can be named in it.
 */
export const Job = z
  .strictObject({
    protocol: z.literal(PROTOCOL),
    /** The coordinator's version, for people. */
    version: z.string(),
    run: z.string().regex(/^[\w-]+$/),
    attempt: AttemptId,
    work: Work,
    role: z.enum(['coder', 'check']),
    generation: z.number().int().positive(),
    base: Sha,
    task: Sha,
    /** Where the refs of this work are, in the repository that both sides share. */
    refs: z.string(),
    /** Milliseconds after which a worker ends it, whatever it does. */
    deadlineMs: z.number().int().positive().max(LONGEST_MS),
  })
  .refine((job) => job.refs === refsOf(job), { path: ['refs'], error: 'these are not the refs of this work' })
  .refine((job) => job.role === ROLES[job.work], { path: ['role'], error: 'another role does this work' });
export type Job = z.infer<typeof Job>;

const ROLES = { code: 'coder', check: 'check' } as const satisfies Record<Work, string>;

export const jobOf = (piece: Piece, of: Pick<Job, 'version' | 'base' | 'task'>): Job => ({
  protocol: PROTOCOL,
  ...of,
  ...piece,
  role: ROLES[piece.work],
  refs: refsOf(piece),
  deadlineMs: DEADLINE_MS,
});

/** What a worker says of a job that is done; what came of it is in the ref. */
export const Done = z.strictObject({ delivery: z.number().int().positive(), commit: Sha });
export type Done = z.infer<typeof Done>;

/** Only these letters are taken in the id of a job. */
export const jobId = ({ run, attempt, work, generation }: Piece): string =>
  `${run}-${attempt}-${work}-g${String(generation)}`;

/** `refs/orchestrate/<run>/c3.a2/code.g1/` */
export const refsOf = ({ run, attempt, work, generation }: Piece): string =>
  `${refPrefix(run)}${attempt}/${work}.g${String(generation)}/`;

export const taskRef = (refs: string): string => `${refs}task`;
export const headRef = (refs: string): string => `${refs}head`;
export const claimRef = (refs: string, delivery: number): string => `${refs}claim/${String(delivery)}`;
export const resultRef = (refs: string, delivery: number): string => `${refs}result/${String(delivery)}`;
/** Work of somebody who came too late: kept, never taken. */
export const lateRef = (refs: string, name: string): string => `${refs}late/${name}`;

/** The number at the end of a claim or a result; null for other refs. */
export function deliveryOf(ref: string, kind: 'claim' | 'result'): number | null {
  const found = new RegExp(`/${kind}/([1-9]\\d*)$`).exec(ref)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * The job's queue, of ordinary BullMQ: one for each repository, so that workers see no other's jobs, and within it one for
 * each set of labels, so that they see none that they cannot do.
 */
export const queueName = (repository: string, labels: readonly string[]): string =>
  `orchestrate-${repository}${labels.length > 0 ? `@${labels.join('+')}` : ''}`;

/** The last part of an address, which names a repository well enough for its own team. */
export function repositoryName(url: string): string {
  const last = url
    .replace(/[/\\]+$/, '')
    .split(/[/\\:]/)
    .at(-1);
  return (
    (last ?? '')
      .replace(/\.git$/, '')
      .replace(/[^\w.-]+/g, '-')
      .slice(0, 60) || 'repository'
  );
}
