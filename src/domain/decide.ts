import { weigh } from './check.ts';
import type { BlockCause, Outcome, PauseReason } from './event.ts';
import { checkAt } from './known.ts';
import { landings } from './line.ts';
import type { Progress } from './progress.ts';
import { leftOver } from './replan.ts';
import type { Run } from './run.ts';
import { freshTokens } from './usage.ts';

export type Command =
  | { readonly do: 'baseline' }
  | { readonly do: 'plan' }
  /** What is left after a block, planned anew. */
  | { readonly do: 'replan' }
  | { readonly do: 'start'; readonly attempt: string }
  | { readonly do: 'code' | 'check' | 'guard' | 'review' | 'land'; readonly attempt: string }
  /** Keep what an attempt has so far, and leave it off. */
  | { readonly do: 'stop'; readonly attempt: string }
  /** Put an accepted change on top of a commit: the head, or one that waits to land before it. */
  | { readonly do: 'rebase'; readonly attempt: string; readonly onto: string }
  | {
      readonly do: 'block';
      readonly checkpoint: string;
      readonly reason: string;
      readonly cause: BlockCause;
    }
  /** Move the branch to where a checkpoint that was taken back leaves it. */
  | { readonly do: 'rewind' }
  | { readonly do: 'final' }
  | { readonly do: 'look' }
  | { readonly do: 'pause'; readonly reason: PauseReason; readonly detail: string }
  | { readonly do: 'end'; readonly outcome: Outcome; readonly detail: string };

/** Times that something which is nobody's fault is tried again before the run waits or gives the checkpoint up. */
const PATIENCE = 3;
/** Attempts begun, charged or not, per attempt allowed: an end to conflicts that come again and again. */
const BEGUN_PER_ATTEMPT = 3;

/** What must be under way in this state. Asking twice is harmless: the driver starts each command once. */
export function decide(run: Run): Command[] {
  if (run.at === 'new' || run.at === 'ended' || run.paused) {
    return [];
  }
  if (run.ending) {
    return [{ do: 'end', ...run.ending }];
  }
  if (run.behind !== null) {
    return [{ do: 'rewind' }];
  }
  const spent = limitSpent(run);
  if (spent !== undefined) {
    return [pause('limit', spent)];
  }
  switch (run.at) {
    case 'baseline':
      return [{ do: 'baseline' }];
    case 'planning':
      return [run.question === null ? { do: 'plan' } : pause('person', run.question)];
    case 'approving':
      return [pause('person', 'the plan waits for your approval')];
    case 'working':
      return working(run);
  }
}

function limitSpent({ settings: { budget, tokens }, spent }: Run): string | undefined {
  if (budget !== null && spent.usd >= budget) {
    return `the budget of $${String(budget)} is spent`;
  }
  return tokens !== null && freshTokens(spent) >= tokens
    ? `the limit of ${String(tokens)} tokens is reached`
    : undefined;
}

function working(run: Run): Command[] {
  let free = run.settings.parallel - run.progress.filter((p) => p.at === 'coding').length;
  const commands = run.progress.flatMap((p): Command[] => {
    const command = next(p, run);
    if (command?.do === 'start' && free-- <= 0) {
      return [];
    }
    return command ? [command] : [];
  });
  const all = [...commands, ...landings(run)];
  return all.length > 0 ? all : [rest(run)];
}

function next(p: Progress, run: Run): Command | undefined {
  const { id } = p.checkpoint;
  if (p.wanted !== null && 'attempt' in p) {
    return { do: 'stop', attempt: p.attempt };
  }
  switch (p.at) {
    case 'todo':
      return todo(p, run);
    case 'coding':
      return { do: 'code', attempt: p.attempt };
    case 'checking':
      return p.hindered < PATIENCE
        ? { do: 'check', attempt: p.attempt }
        : block(id, 'check', 'the check could not run: see its log');
    case 'guarding':
      return { do: 'guard', attempt: p.attempt };
    case 'reviewing':
      return p.hindered < PATIENCE ? { do: 'review', attempt: p.attempt } : undefined;
    case 'landing':
      // What changes nothing stands on nothing.
      return p.changed.length === 0 ? { do: 'land', attempt: p.attempt } : undefined;
    case 'approving':
    case 'landed':
    case 'asking':
    case 'blocked':
    case 'replaced':
      return undefined;
  }
}

function todo(p: Progress, run: Run): Command | undefined {
  const { id, after } = p.checkpoint;
  const { attempts, rounds } = run.settings;
  const blockedBy = run.progress.find((q) => q.at === 'blocked' && after.includes(q.checkpoint.id));
  if (blockedBy) {
    return block(id, 'dependency', `blocked by ${blockedBy.checkpoint.id}`);
  }
  if (p.charged >= attempts || p.started - p.formerly >= attempts * BEGUN_PER_ATTEMPT) {
    const last = p.notes.at(-1)?.text ?? 'no attempt left';
    return block(id, 'attempts', `${String(p.started)} attempts came to nothing. ${last}`);
  }
  if (p.reviews.length >= rounds) {
    const last = p.reviews.at(-1)?.verdict.reason ?? '';
    return block(id, 'reviews', `sent back by ${String(rounds)} reviews. ${last}`);
  }
  const ready = after.every((dep) => run.progress.some((q) => q.checkpoint.id === dep && q.at === 'landed'));
  return ready ? { do: 'start', attempt: `${id}.a${String(p.started + 1)}` } : undefined;
}

/** Nothing is under way: what is left is planned anew, a person or a reviewer is waited for, or the run is over. */
function rest(run: Run): Command {
  if (leftOver(run).length > 0) {
    return { do: 'replan' };
  }
  const asking = run.progress.find((p) => p.at === 'asking');
  if (asking) {
    return pause('person', `${asking.checkpoint.id} asks: ${asking.question}`);
  }
  const approving = run.progress.filter((p) => p.at === 'approving').map((p) => p.checkpoint.id);
  if (approving.length > 0) {
    return pause('person', `${approving.join(', ')} waits for your approval`);
  }
  const unreviewed = run.progress.find((p) => p.at === 'reviewing');
  if (unreviewed) {
    return pause('provider', `no readable verdict could be had on ${unreviewed.checkpoint.id}`);
  }
  if (!run.final) {
    return { do: 'final' };
  }
  return wantsLook(run) ? { do: 'look' } : ending(run);
}

/** A look over the whole is taken once, where everything has landed and is green. */
function wantsLook({ whole, settings: { endReview }, head, base, ...run }: Run): boolean {
  return (
    whole === null &&
    head !== base &&
    (endReview === 'on' || (endReview === 'auto' && run.progress.length > 1)) &&
    run.progress.every((p) => p.at === 'landed' || p.at === 'replaced') &&
    run.final !== null &&
    weigh(run.final, checkAt(run, head)) === 'green'
  );
}

function ending(run: Run): Command {
  const blocked = run.progress.filter((p) => p.at === 'blocked').map((p) => p.checkpoint.id);
  if (blocked.length > 0) {
    const anew = run.replans.map((detail) => `; planned anew: ${detail}`).join('');
    return { do: 'end', outcome: 'blocked', detail: `${blocked.join(', ')} blocked${anew}` };
  }
  if (run.final && weigh(run.final, checkAt(run, run.head)) !== 'green') {
    return { do: 'end', outcome: 'red', detail: `the final check is red: ${run.final.command}` };
  }
  return run.head === run.base
    ? { do: 'end', outcome: 'nothing_to_do', detail: 'every checkpoint was met already' }
    : {
        do: 'end',
        outcome: 'done',
        detail: `${String(run.progress.filter((p) => p.at === 'landed').length)} landed`,
      };
}

const block = (checkpoint: string, cause: BlockCause, reason: string): Command => ({
  do: 'block',
  checkpoint,
  reason,
  cause,
});

const pause = (reason: PauseReason, detail: string): Command => ({ do: 'pause', reason, detail });
