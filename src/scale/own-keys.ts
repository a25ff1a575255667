import type { Event } from '../domain/event.ts';
import { added } from '../domain/patch/patch.ts';
import { parsePatch } from '../domain/patch/parse.ts';
import { diff } from '../io/git/diff.ts';
import type { Git } from '../io/git/call.ts';
import { workOf } from './result.ts';

type Of = { readonly git: Git; readonly base: string; readonly secrets: readonly string[] };

/**
 * The outcome of coding, without a commit that holds a key of this worker's machine: nobody elsewhere knows that key, so
 * nobody could see it there.
 */
export async function withoutOwnKeys(event: Event, { git, base, secrets }: Of): Promise<Event> {
  const commit = workOf(event);
  if (commit === null || !('attempt' in event) || event.attempt === null) {
    return event;
  }
  const where = parsePatch(await diff(git, { base, commit })).flatMap((file) =>
    added(file)
      .filter(({ text }) => secrets.some((secret) => text.includes(secret)))
      .map(({ line }) => `${file.path}:${String(line)}`),
  );
  if (where.length === 0) {
    return event;
  }
  const detail = `A key of the worker's machine stood in ${where.slice(0, 5).join(', ')}: this work was not handed in. Read keys from the environment.`;
  return { type: 'attempt.failed', attempt: event.attempt, failure: 'guard', detail, commit: null };
}
