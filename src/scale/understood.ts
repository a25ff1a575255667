import { z } from 'zod';
import { Job, PROTOCOL, SKEW } from './job.ts';

/** What a worker makes of what lies in its queue. */
export type Understood =
  | { readonly kind: 'job'; readonly job: Job }
  /** Another version's: a worker of that one may know it. `words` say so where there is none. */
  | { readonly kind: 'foreign'; readonly protocol: string; readonly words: string }
  /** Nobody is to do this. */
  | { readonly kind: 'refused'; readonly words: string };

const Marked = z.object({ protocol: z.string(), version: z.string() });

export function understood(
  data: unknown,
  { name, version }: { readonly name: string; readonly version: string },
): Understood {
  const read = Job.safeParse(data);
  if (read.success) {
    return { kind: 'job', job: read.data };
  }
  const theirs = Marked.safeParse(data);
  if (theirs.success && theirs.data.protocol === PROTOCOL) {
    return { kind: 'refused', words: `worker ${name} takes no such job: ${z.prettifyError(read.error)}` };
  }
  const other = theirs.success ? `${theirs.data.protocol} of ${theirs.data.version}` : 'another protocol';
  return {
    kind: 'foreign',
    protocol: theirs.data?.protocol ?? '',
    words: `${SKEW}: worker ${name} (orchestrate ${version}) speaks ${PROTOCOL}, the job is in ${other}`,
  };
}
