import type { Event, EventOf } from './event.ts';
import { same } from './ids.ts';
import { checkAt, isProven } from './known.ts';
import { asLanded, landed } from './landed.ts';
import { move } from './move.ts';
import { whyUnusable } from './note.ts';
import {
  answered,
  approved,
  declined,
  planDeclined,
  reopened,
  resumed,
  retried,
  settled,
  skipped,
  stopped,
  told,
} from './person.ts';
import { freeSlot, lastPlace } from './places.ts';
import { checked, failed, guarded, rebased, reviewed, submitted } from './outcomes.ts';
import { begin, kept } from './progress.ts';
import { remade } from './replan.ts';
import { empty, type Run } from './run.ts';
import { rewound, undone } from './undo.ts';
import { spend } from './usage.ts';

export const fold = (events: Iterable<Event>): Run => {
  let run = empty;
  for (const event of events) {
    run = apply(run, event);
  }
  return run;
};

/** Pure. Throws on an event that could not have happened: an illegal log is a bug, not a state. */
export function apply(run: Run, event: Event): Run {
  if (run.at === 'ended' && event.type !== 'run.reopened') {
    throw new Error(`${event.type} after the run has ended`);
  }
  switch (event.type) {
    case 'run.started':
      return started(run, event);
    case 'baseline.ran':
      return measured(run, event);
    case 'model.called':
      return { ...run, spent: spend(run.spent, event.usage) };
    case 'tool.called':
      return run;
    case 'plan.made':
      return planned(run, event);
    case 'plan.approved':
      return { ...run, at: expect(run.at, ['approving'], 'working') };
    case 'plan.declined':
      return settled(planDeclined(run, event));
    case 'plan.empty':
      return { ...run, ending: { outcome: 'nothing_to_do', detail: event.reason } };
    case 'plan.asked':
      return { ...run, question: event.question };
    case 'plan.failed':
      return { ...run, ending: { outcome: 'unplanned', detail: event.reason } };
    case 'attempt.started':
      return move(run, event.attempt, ['todo'], (p) => ({
        ...kept(p),
        started: p.started + 1,
        consulted: 0,
        at: 'coding',
        briefed: p.words.length,
        attempt: event.attempt,
        base: event.base,
        from: event.from,
        model: event.model,
        slot: freeSlot(run),
      }));
    case 'attempt.sent':
      return move(run, event.attempt, ['coding', 'checking'], (p) => ({
        ...p,
        handed: event.generation,
        sent: { generation: event.generation, task: event.task },
      }));
    case 'attempt.submitted':
      return move(run, event.attempt, ['coding'], (p) => submitted(p, event));
    case 'attempt.asked':
      return move(run, event.attempt, ['coding'], (p) => ({
        ...kept(p),
        work: event.commit ?? p.work,
        at: 'asking',
        question: event.question,
      }));
    case 'attempt.failed':
      return move(run, event.attempt, ['coding', 'reviewing', 'landing'], (p) => failed(p, event));
    case 'check.ran':
      return move(run, event.attempt, ['checking'], (p) =>
        checked(p, event, { known: checkAt(run, p.base), proven: isProven(run, p) }),
      );
    case 'guard.ran':
      return move(run, event.attempt, ['guarding'], (p) => guarded(p, event));
    case 'review.given':
      return move(run, event.attempt, ['reviewing'], (p) =>
        reviewed(p, event, {
          waits: run.settings.approve === 'checkpoint',
          place: lastPlace(run) + 1,
          rounds: run.settings.rounds,
        }),
      );
    case 'review.unavailable':
      return move(run, event.attempt, ['reviewing'], (p) => ({
        ...p,
        hindered: p.hindered + 1,
        consulted: p.consulted + 1,
      }));
    case 'checkpoint.approved':
      return settled(approved(run, event));
    case 'checkpoint.declined':
      return settled(declined(run, event));
    case 'attempt.rebased':
      return move(run, event.attempt, ['landing'], (p) =>
        rebased(p, { ...event, base: asLanded(run, event.base) }),
      );
    case 'attempt.held':
      return move(run, event.attempt, ['landing'], (p) => ({
        ...p,
        held: asLanded(run, event.base),
      }));
    case 'checkpoint.landed':
      return landed(run, event);
    case 'checkpoint.blocked':
      return move(run, event.checkpoint, ['todo', 'checking', 'reviewing'], (p) => ({
        ...kept(p),
        at: 'blocked',
        reason: event.reason,
        cause: event.cause ?? null,
      }));
    case 'plan.remade':
      return remade(run, event);
    case 'question.answered':
      return settled(answered(run, event));
    case 'run.told':
      return told(run, event);
    case 'checkpoint.skipped':
      return skipped(run, event);
    case 'checkpoint.retried':
      return retried(run, event);
    case 'attempt.stopped':
      return stopped(run, event);
    case 'checkpoint.undone':
      return undone(run, event);
    case 'run.rewound':
      return rewound(run, event);
    case 'run.checked':
      return { ...run, final: event.result, head: same(run.head, event.commit) };
    case 'run.reviewed':
      return lookedOver(run, event);
    case 'run.paused':
      return { ...run, paused: run.paused ?? why(event) };
    case 'run.resumed':
      return resumed(run, event);
    case 'run.reopened':
      return reopened(run);
    case 'run.ended':
      return { ...run, at: 'ended', paused: null, ending: { outcome: event.outcome, detail: event.detail } };
  }
}

const why = ({ reason, detail, limit }: EventOf<'run.paused'>): Run['paused'] => ({
  reason,
  detail,
  ...(limit && { limit }),
});

const started = (run: Run, event: EventOf<'run.started'>): Run => ({
  ...run,
  at: expect(run.at, ['new'], 'baseline'),
  id: event.run,
  title: event.spec.title,
  base: event.base,
  branch: event.branch,
  head: event.base,
  settings: event.settings,
});

function measured(run: Run, event: EventOf<'baseline.ran'>): Run {
  const at = expect(run.at, ['baseline'], 'planning' as const);
  const { check } = event;
  // A check that does not end on the base would end nowhere.
  return check.status === 'environment' || check.status === 'timeout' || check.hint !== undefined
    ? { ...run, at, baseline: check, ending: { outcome: 'environment', detail: whyUnusable(run, check) } }
    : { ...run, at, baseline: check };
}

/** A person may lay an edited plan in place of the proposed one, as long as nothing has begun. */
function planned(run: Run, event: EventOf<'plan.made'>): Run {
  const waits = run.settings.approve === 'plan';
  return {
    ...run,
    at: expect(run.at, ['planning', 'approving'], waits ? 'approving' : 'working'),
    question: null,
    requirements: event.plan.requirements,
    progress: event.plan.checkpoints.map((c) => begin(c, run.words)),
  };
}

/** What is missing is more to do, and then the whole is checked again. */
function lookedOver(run: Run, event: EventOf<'run.reviewed'>): Run {
  const { verdict, model, detail, checkpoints } = event;
  return {
    ...run,
    head: same(run.head, event.commit),
    whole: { verdict, model, detail },
    final: checkpoints.length > 0 ? null : run.final,
    progress: [...run.progress, ...checkpoints.map((c) => begin(c, run.words))],
  };
}

function expect<A extends Run['at']>(was: Run['at'], wanted: readonly Run['at'][], next: A): A {
  if (!wanted.includes(was)) {
    throw new Error(`expected a run that is ${wanted.join(' or ')}, was ${was}`);
  }
  return next;
}
