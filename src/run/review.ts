import type { Result } from '../agent/result.ts';
import { identified, openFindings, ownRounds } from '../domain/earlier.ts';
import type { Event } from '../domain/event.ts';
import { matcher } from '../domain/glob.ts';
import { joint, type Further } from '../domain/joint.ts';
import { measureOf } from '../domain/measure.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import { objections, type Verdict } from '../domain/verdict.ts';
import { askReviewer, type Reviewing, type Session } from './ask-reviewer.ts';
import type { Control, Emit } from './drive.ts';
import { limitFailure, pauseFor } from './provider.ts';
import { inState } from './start.ts';
import type { FurtherReviewer } from './world.ts';

/**
 * Asks the reviewer about one commit, and then, of what it accepts, the further ones whom it concerns: one verdict comes of
 * it. No readable verdict of one of them is no verdict: it neither accepts nor costs the coder anything.
 */
export async function review(
  attempt: string,
  run: Run,
  world: Reviewing,
  emit: Emit,
  control: Control,
): Promise<Event> {
  const p = inState(run, attempt, 'reviewing');
  const { commit } = p;
  const ladder = world.roles.reviewer.routes[p.checkpoint.difficulty];
  const model = p.stronger ?? ladder[Math.min(p.hindered, ladder.length - 1)] ?? ladder[0];
  const session = { p, run, world, emit, control };
  try {
    const result = await askReviewer(session, {
      ...world.roles.reviewer,
      name: REVIEWER,
      alias: model,
      own: undefined,
    });
    if (result.end !== 'finished') {
      return { type: 'review.unavailable', attempt, commit, reason: whyNone(result) };
    }
    const accepts = objections(result.value, measureOf(p)).length === 0;
    const further = accepts ? await askFurther(session) : [];
    if (typeof further === 'string') {
      return { type: 'review.unavailable', attempt, commit, reason: further };
    }
    const verdict = identified(joint(result.value, further, p.reviews), attempt, p.reviews);
    const stronger = ladder[ladder.indexOf(model) + 1];
    const others = further.map((one) => ({
      role: one.role,
      model: one.model,
      decision: one.verdict.decision,
    }));
    return {
      type: 'review.given',
      attempt,
      commit,
      verdict,
      model,
      ...(others.length > 0 && { others }),
      ...(stronger !== undefined && { stronger }),
    };
  } catch (error) {
    const limit = limitFailure(error);
    return limit ? { type: 'attempt.failed', attempt, ...limit, commit: null } : pauseFor(error);
  }
}

const REVIEWER = 'reviewer';

/** Everyone whom the change concerns, so that the coder hears of all at once; why, where one gives no verdict. */
async function askFurther(session: Session): Promise<readonly Further[] | string> {
  const { p, world } = session;
  const verdicts: Further[] = [];
  for (const one of world.roles.further ?? []) {
    if (!concerns(one, p)) {
      continue;
    }
    const ladder = one.routes[p.checkpoint.difficulty];
    const alias =
      ladder[Math.min(p.hindered + (p.stronger === null ? 0 : 1), ladder.length - 1)] ?? ladder[0];
    const result = await askReviewer(session, { ...one, alias, own: one });
    if (result.end !== 'finished') {
      return `${one.name}: ${whyNone(result)}`;
    }
    verdicts.push({ role: one.name, model: alias, verdict: result.value });
  }
  return verdicts;
}

/** Also what it has once found wrong, whatever has become of those files. */
const concerns = ({ name, when }: FurtherReviewer, { changed, reviews }: At<'reviewing'>): boolean =>
  when.length === 0 || changed.some(matcher(when)) || openFindings(ownRounds(reviews, name)).length > 0;

export function whyNone(result: Exclude<Result<Verdict>, { end: 'finished' }>): string {
  switch (result.end) {
    case 'text':
      return 'the reviewer answered in prose';
    case 'unfit':
      return `the verdict could not be used: ${result.problem}`;
    case 'turns':
    case 'stuck':
    case 'overflow':
    case 'truncated':
    case 'refused':
      return result.detail;
  }
}
