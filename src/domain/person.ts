import type { EventOf } from './event.ts';
import { move } from './move.ts';
import { lastPlace } from './places.ts';
import { kept, type Progress } from './progress.ts';
import type { Run } from './run.ts';

/** What a person says to a run, and what it means for it. */

export function told(run: Run, { checkpoint, text }: EventOf<'run.told'>): Run {
  const hear = (p: Progress): Progress => ({ ...p, words: [...p.words, text] });
  return checkpoint === null
    ? {
        ...run,
        words: [...run.words, text],
        progress: run.progress.map((p) => (isOver(p) ? p : hear(p))),
      }
    : move(run, checkpoint, OPEN, hear);
}

export function answered(run: Run, event: EventOf<'question.answered'>): Run {
  if (event.checkpoint === null) {
    return { ...run, question: null, answers: [...run.answers, event.text] };
  }
  return move(run, event.checkpoint, ['asking'], (p) => ({
    ...kept(p),
    notes: [
      ...p.notes,
      { attempt: p.checkpoint.id, from: 'person', text: `You asked: ${p.question}\nAnswer: ${event.text}` },
    ],
    at: 'todo',
  }));
}

/** A pause that asked a person for something asks no longer, once nothing waits for them: they have had their say. */
export function settled(run: Run): Run {
  const waits =
    run.at === 'approving' ||
    run.question !== null ||
    run.progress.some((p) => p.at === 'asking' || p.at === 'approving');
  return run.paused?.reason !== 'person' || waits
    ? run
    : { ...run, paused: { ...run.paused, detail: 'you have settled what waited for you' } };
}

/** The planner makes another plan, and knows the one that was not wanted. */
export function planDeclined(run: Run, { text }: EventOf<'plan.declined'>): Run {
  if (run.at !== 'approving') {
    throw new Error(`the plan of a run that is ${run.at} waits for nobody`);
  }
  const plan = run.progress.map(({ checkpoint: c }) => `- ${c.id}: ${c.title}. ${c.goal}`).join('\n');
  const note = `You planned this before:\n${plan}\nA person did not approve it, and said: ${text}`;
  return { ...run, at: 'planning', requirements: [], progress: [], declined: [...run.declined, note] };
}

export const approved = (run: Run, { checkpoint }: EventOf<'checkpoint.approved'>): Run =>
  move(run, checkpoint, ['approving'], (p) => ({ ...p, at: 'landing', place: lastPlace(run) + 1 }));

/** Its coder goes on from the work as it stands. A reviewer had nothing against it, so that no try and no round is used up. */
export const declined = (run: Run, { checkpoint, text }: EventOf<'checkpoint.declined'>): Run =>
  move(run, checkpoint, ['approving'], (p) => ({
    ...kept(p),
    work: p.commit === p.base ? p.work : p.commit,
    reviews: p.reviews.slice(0, -1),
    words: [...p.words, text],
    notes: [
      ...p.notes,
      { attempt: p.attempt, from: 'person', text: `It was accepted; a person sent it back: ${text}` },
    ],
    at: 'todo',
  }));

/**
 * What a person has said for an attempt since its brief was written; of null, for a planner. Whoever holds the
 * conversation knows how much of it was said there.
 */
export function wordsFor(run: Run, attempt: string | null): readonly string[] {
  if (attempt === null) {
    return run.words;
  }
  const p = run.progress.find((q) => q.at === 'coding' && q.attempt === attempt);
  return p?.at === 'coding' ? p.words.slice(p.briefed) : [];
}

const isOver = ({ at }: Progress): boolean => at === 'landed' || at === 'replaced';

const OPEN = [
  'todo',
  'coding',
  'checking',
  'guarding',
  'reviewing',
  'approving',
  'landing',
  'asking',
  'blocked',
] as const satisfies readonly Progress['at'][];

export const skipped = (run: Run, { checkpoint }: EventOf<'checkpoint.skipped'>): Run =>
  move(run, checkpoint, OPEN, (p) => (isHeld(p) ? { ...p, wanted: 'aside' } : aside(p)));

export function retried(run: Run, { checkpoint }: EventOf<'checkpoint.retried'>): Run {
  const moved = move(run, checkpoint, OPEN, (p) => (isHeld(p) ? { ...p, wanted: 'anew' } : anew(p)));
  return afresh(moved, checkpoint);
}

/** The work of the attempt is kept; what the person wanted takes its place. */
export function stopped(run: Run, { attempt, commit }: EventOf<'attempt.stopped'>): Run {
  let checkpoint = '';
  const moved = move(run, attempt, ['coding', 'landing'], (p) => {
    checkpoint = p.checkpoint.id;
    const left = { ...p, work: commit ?? p.work };
    return p.wanted === 'anew' ? anew(left) : aside(left);
  });
  return afresh(moved, checkpoint);
}

/** Its files have to be kept first, or its commit may have landed already. */
const isHeld = (p: Progress): boolean => p.at === 'coding' || p.at === 'landing';

const aside = (p: Progress): Progress => ({
  ...kept(p),
  wanted: null,
  at: 'blocked',
  reason: 'set aside by you',
  cause: 'person',
});

/** From the branch as it stands, with all attempts before it; what is known of earlier ones stays known. */
const anew = (p: Progress): Progress => ({
  ...kept(p),
  wanted: null,
  formerly: p.started,
  charged: 0,
  hindered: 0,
  consulted: 0,
  reviews: [],
  work: null,
  putBack: [],
  claim: '',
  at: 'todo',
});

/** Where a checkpoint is to be done again, what was given up because of it is, too. */
function afresh(run: Run, checkpoint: string): Run {
  const again = run.progress.some((p) => p.checkpoint.id === checkpoint && p.at === 'todo');
  const above = again ? dependantsOf(run, checkpoint) : new Set<string>();
  return {
    ...run,
    final: again ? null : run.final,
    progress: run.progress.map((p) =>
      above.has(p.checkpoint.id) && p.at === 'blocked' && p.cause === 'dependency' ? anew(p) : p,
    ),
  };
}

/** Everything that comes after a checkpoint, however far. */
export function dependantsOf({ progress }: Pick<Run, 'progress'>, checkpoint: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    for (const { checkpoint: c } of progress) {
      if (c.after.includes(id) && !found.has(c.id)) {
        found.add(c.id);
        add(c.id);
      }
    }
  };
  add(checkpoint);
  return found;
}

export const resumed = (run: Run, event: EventOf<'run.resumed'>): Run => ({
  ...run,
  paused: null,
  settings: {
    ...run.settings,
    budget: event.budget ?? run.settings.budget,
    minutes: event.minutes ?? run.settings.minutes,
    tokens: event.tokens ?? run.settings.tokens,
    sandbox: event.sandbox ?? run.settings.sandbox,
    ...(event.mode === undefined ? {} : { mode: event.mode }),
  },
  progress: run.progress.map((p) => ({ ...p, hindered: 0 })),
});

/**
 * An ending stays what it was, a fact about its time. It rests until it is resumed: at the base again where that could not
 * be checked, else at its work.
 */
export function reopened(run: Run): Run {
  if (run.at !== 'ended') {
    throw new Error(`a run that is ${run.at} cannot be reopened`);
  }
  const again = run.ending?.outcome === 'environment';
  return {
    ...run,
    at: again ? 'baseline' : 'working',
    baseline: again ? null : run.baseline,
    final: null,
    ending: null,
    paused: { reason: 'person', detail: 'it was taken up again after its end' },
  };
}
