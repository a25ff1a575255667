import { z } from 'zod';
import type { Event } from './event.ts';
import { CheckpointId } from './ids.ts';
import { noCheckpoint } from './no-checkpoint.ts';
import { dependantsOf } from './person.ts';
import type { Progress } from './progress.ts';
import type { Run } from './run.ts';

const wish = <W extends string, S extends z.ZodRawShape>(name: W, shape: S) =>
  z.strictObject({ wish: z.literal(name), ...shape });

/** What a person may want of a run, whether a process drives it at that moment or not. */
export const Wish = z.discriminatedUnion('wish', [
  /** `checkpoint` null: everyone who works on it is to hear it. */
  wish('tell', { checkpoint: CheckpointId.nullable(), text: z.string().trim().min(1) }),
  wish('pause', {}),
  wish('skip', { checkpoint: CheckpointId }),
  wish('retry', { checkpoint: CheckpointId }),
  /** `checkpoint` null: whoever asks. */
  wish('answer', { checkpoint: CheckpointId.nullable(), text: z.string().trim().min(1) }),
  /** `checkpoint` null: all that wait. */
  wish('approve', { checkpoint: CheckpointId.nullable() }),
  /** `checkpoint` null: the plan, or the only one that waits. */
  wish('decline', { checkpoint: CheckpointId.nullable(), text: z.string().trim().min(1) }),
]);
export type Wish = z.infer<typeof Wish>;
type WishOf<W extends Wish['wish']> = Extract<Wish, { wish: W }>;

/** Whether it is about what is under way right now: void once a person has the run go on. */
const OF_THE_MOMENT: Readonly<Record<Wish['wish'], boolean>> = {
  tell: false,
  pause: true,
  skip: false,
  retry: false,
  answer: false,
  approve: false,
  decline: false,
};
export const isOfTheMoment = ({ wish: name }: Wish): boolean => OF_THE_MOMENT[name];

/** What becomes of a wish: facts, and in words what follows from them; or why it cannot be. */
export type Granted =
  | { readonly ok: true; readonly events: readonly Event[]; readonly says: string }
  | { readonly ok: false; readonly why: string };

/** Pure: the same for a run that is driven and for one that rests. `letter` names what brought the wish. */
export function grant(run: Run, wanted: Wish, letter?: string): Granted {
  const by = letter === undefined ? {} : { letter };
  switch (wanted.wish) {
    case 'tell':
      return tell(run, wanted, by);
    case 'pause':
      return run.at === 'ended' || run.paused
        ? no(`Run ${run.id} is not under way, so there is nothing to pause.`)
        : yes(
            [{ type: 'run.paused', reason: 'person', detail: 'you paused it', ...by }],
            'it pauses; what is under way comes to rest first',
          );
    case 'skip':
      return skip(run, wanted, by);
    case 'retry':
      return retry(run, wanted, by);
    case 'answer':
      return answer(run, wanted, by);
    case 'approve':
      return approve(run, wanted, by);
    case 'decline':
      return decline(run, wanted, by);
  }
}

type By = { readonly letter?: string };

const yes = (events: readonly Event[], says: string): Granted => ({ ok: true, events, says });
const no = (why: string): Granted => ({ ok: false, why });

function tell(run: Run, { checkpoint, text }: WishOf<'tell'>, by: By): Granted {
  if (run.at === 'ended') {
    return no(over(run));
  }
  const events: Event[] = [{ type: 'run.told', checkpoint, text, ...by }];
  if (checkpoint === null) {
    const left = run.progress.filter((p) => p.at !== 'landed' && p.at !== 'replaced');
    return yes(
      events,
      run.progress.length === 0
        ? 'the planner sees it at its next turn, and every coder in its brief'
        : `everyone at work sees it at the next turn, and it is in the brief of what begins later: ${ids(left)}`,
    );
  }
  const p = find(run, checkpoint);
  if (!p) {
    return no(noCheckpoint(run, checkpoint));
  }
  if (p.at === 'landed' || p.at === 'replaced') {
    return no(
      p.at === 'landed'
        ? `${checkpoint} has landed: nobody works on it any more.`
        : replaced(p.checkpoint.id, p.by),
    );
  }
  return yes(events, HEARD[p.at](checkpoint));
}

/** Who sees words for a checkpoint, and when. */
const HEARD: Readonly<Record<Exclude<Progress['at'], 'landed' | 'replaced'>, (id: string) => string>> = {
  todo: (id) => `it goes into the brief of ${id}`,
  coding: (id) => `the coder of ${id} sees it at its next turn`,
  checking: (id) => `${id} is being checked: its reviewer sees it, and its coder if it comes back`,
  guarding: (id) => `${id} is being checked: its reviewer sees it, and its coder if it comes back`,
  reviewing: (id) => `${id} is in review: its coder sees it if it is sent back`,
  approving: (id) => `${id} waits for your approval: its coder sees it if it begins anew`,
  landing: (id) => `${id} is accepted and about to land: its coder sees it only if it comes back`,
  asking: (id) => `${id} waits for an answer: it goes into the brief of what comes next`,
  blocked: (id) => `${id} is blocked: it is seen when that is tried again: orchestrate retry ${id}`,
};

function skip(run: Run, { checkpoint }: WishOf<'skip'>, by: By): Granted {
  const p = find(run, checkpoint);
  if (run.at === 'ended' || !p) {
    return no(run.at === 'ended' ? over(run) : noCheckpoint(run, checkpoint));
  }
  if (p.at === 'landed') {
    return no(`${checkpoint} has landed. To take it back: orchestrate undo ${checkpoint}`);
  }
  if (p.at === 'replaced') {
    return no(replaced(checkpoint, p.by));
  }
  if (p.at === 'blocked' || p.wanted === 'aside') {
    return no(`${checkpoint} is ${p.at === 'blocked' ? `blocked already: ${p.reason}` : 'being set aside'}.`);
  }
  const above = [...dependantsOf(run, checkpoint)];
  const blocks = above.length > 0 ? `; ${above.join(', ')} cannot be done without it, the rest goes on` : '';
  return yes(
    [{ type: 'checkpoint.skipped', checkpoint, ...by }],
    `${checkpoint} is set aside, its work is kept${blocks}`,
  );
}

function retry(run: Run, { checkpoint }: WishOf<'retry'>, by: By): Granted {
  const p = find(run, checkpoint);
  if (!p) {
    return no(noCheckpoint(run, checkpoint));
  }
  if (p.at === 'landed') {
    return no(`${checkpoint} has landed. To do it again, take it back first: orchestrate undo ${checkpoint}`);
  }
  if (p.at === 'replaced') {
    return no(replaced(checkpoint, p.by));
  }
  const above = [...dependantsOf(run, checkpoint)];
  const reopened: Event[] = run.at === 'ended' ? [{ type: 'run.reopened' }] : [];
  const more = above.length > 0 ? `, and so does what it holds up: ${above.join(', ')}` : '';
  return yes(
    [...reopened, { type: 'checkpoint.retried', checkpoint, ...by }],
    `${checkpoint} begins anew with all its attempts${more}`,
  );
}

function answer(run: Run, { checkpoint, text }: WishOf<'answer'>, by: By): Granted {
  const asking = run.progress.filter((p) => p.at === 'asking').map((p) => p.checkpoint.id);
  const who = checkpoint ?? asking[0] ?? null;
  const asks = who === null ? run.question !== null : asking.includes(who);
  if (run.at === 'ended' || !asks) {
    return no(
      checkpoint === null || asking.length === 0
        ? `Run ${run.id} asks nothing.`
        : `${checkpoint} asks nothing; ${asking.join(', ')} does.`,
    );
  }
  return yes(
    [{ type: 'question.answered', checkpoint: who, text, ...by }],
    `${who === null ? 'the planner' : who} has its answer`,
  );
}

function approve(run: Run, { checkpoint }: WishOf<'approve'>, by: By): Granted {
  const waiting = run.progress.filter((p) => p.at === 'approving').map((p) => p.checkpoint.id);
  const approved = waiting.filter((id) => checkpoint === null || id === checkpoint);
  if (approved.length === 0) {
    return no(
      run.at === 'approving'
        ? `The plan of run ${run.id} waits for you: resuming approves it: orchestrate resume ${run.id}`
        : `${checkpoint ?? `Run ${run.id}`} waits for no approval.${waiting.length > 0 ? ` ${waiting.join(', ')} does.` : ''}`,
    );
  }
  return yes(
    approved.map((id) => ({ type: 'checkpoint.approved', checkpoint: id, ...by })),
    `${approved.join(', ')} may land`,
  );
}

function decline(run: Run, { checkpoint, text }: WishOf<'decline'>, by: By): Granted {
  if (run.at === 'approving' && checkpoint === null) {
    return run.settings.single
      ? no(`The plan of run ${run.id} is the spec itself: change the spec, and start anew.`)
      : yes([{ type: 'plan.declined', text, ...by }], 'the planner makes another plan, and knows why');
  }
  const waiting = run.progress.filter((p) => p.at === 'approving').map((p) => p.checkpoint.id);
  const [only = null, ...others] = waiting;
  const meant = checkpoint ?? (others.length === 0 ? only : null);
  if (meant === null || !waiting.includes(meant)) {
    const which = waiting.length > 0 ? ` Say which: ${waiting.join(', ')}.` : '';
    return no(
      checkpoint === null && waiting.length > 1
        ? `Several wait for your approval.${which}`
        : `${checkpoint ?? `Run ${run.id}`} waits for no approval.${which}`,
    );
  }
  return yes(
    [{ type: 'checkpoint.declined', checkpoint: meant, text, ...by }],
    `${meant} goes back to its coder, with your words and the work so far`,
  );
}

const find = (run: Run, checkpoint: string): Progress | undefined =>
  run.progress.find((p) => p.checkpoint.id === checkpoint);

const ids = (progress: readonly Progress[]): string => progress.map((p) => p.checkpoint.id).join(', ');

const over = ({ id, progress }: Run): string => {
  const blocked = progress.filter((p) => p.at === 'blocked');
  const again = blocked[0]
    ? ` What is blocked can be tried again: orchestrate retry ${id} ${ids(blocked.slice(0, 1))}`
    : '';
  return `Run ${id} is over.${again}`;
};

const replaced = (checkpoint: string, by: readonly string[]): string =>
  `${checkpoint} was given up and planned anew as ${by.join(', ')}: say it of these.`;
