import type { Event, EventOf } from '../domain/event.ts';
import { checkpointOf } from '../domain/ids.ts';
import { checkAt, checkBelow } from '../domain/known.ts';
import { measureOf } from '../domain/measure.ts';
import { objections } from '../domain/verdict.ts';
import { count, dollars, money, tokens, took } from './figures.ts';
import { accent, bad, faint, good, row, strong, warn, type Span } from './row.ts';
import { baseline, checked } from './narrate-check.ts';
import { news, problem, type Line, type Piece, type Said } from './said.ts';
import { attemptOf, elapsed, handOf, hasHeard, remarksIn, WHOLE, type Watch } from './watch.ts';
import { CONFINED, DIRTY, ENDED, FAILED, findingWords, short, spending, tally } from './words.ts';

/** What has happened, with the run as it was before and as it is now. */
type Scene<E extends Event> = { readonly event: E; readonly was: Watch; readonly now: Watch };

export const narrate = (was: Watch, now: Watch, event: Event): Said[] =>
  teller(event.type)({ event, was, now }).map(({ who, weight, row: line }) => ({
    at: elapsed(now, now.lastAt),
    who: who ?? subject(event),
    weight,
    row: line,
  }));

function teller<T extends Event['type']>(type: T): (scene: Scene<EventOf<T>>) => Line[] {
  return TELL[type];
}

const subject = (event: Event): string =>
  attemptOf(event) ?? ('checkpoint' in event ? event.checkpoint : null) ?? WHOLE;

const TELL: { readonly [T in Event['type']]: (scene: Scene<EventOf<T>>) => Line[] } = {
  'run.started': ({ event }) => [
    news(
      strong(event.spec.title),
      ` · run ${event.run} · branch ${event.branch} · base ${short(event.base)}`,
    ),
    ...(event.dirty === null ? [] : [problem(warn(DIRTY[event.dirty]))]),
    ...unconfined(CONFINED[event.settings.sandbox]),
  ],
  'baseline.ran': ({ event }) => [{ who: 'base', ...baseline(event.check) }],
  'model.called': ({ event, was }) => [
    ...modelChange(was, event),
    ...remarksIn(event)
      .filter((remark) => !hasHeard(was, event.model, remark))
      .map((remark) => problem(warn(event.model), `: ${remark}`)),
  ],
  'tool.called': ({ event }) =>
    event.decision === 'deny'
      ? [news(warn('not permitted'), ` ${event.tool} (${event.rule}): ${event.input}`)]
      : [],
  'plan.made': ({ event, now }) => plan(event, now),
  'plan.approved': () => [news('the plan is approved')],
  'plan.declined': ({ event }) => [news(warn('another plan is wanted'), ': ', event.text)],
  'plan.empty': ({ event }) => [news('nothing to do: ', event.reason)],
  'plan.asked': ({ event }) => [problem(warn('question'), ': ', event.question)],
  'plan.failed': ({ event }) => [problem(bad('no valid plan'), ': ', event.reason)],
  'attempt.started': ({ event, now }) => [
    news(accent('started'), ` on ${event.model}: ${titleOf(now, event.attempt)}`),
  ],
  'attempt.sent': ({ event: { work, attempt }, was }) => [
    news(`${work} sent to the workers`, isOut(was, attempt) ? ' again' : ''),
  ],
  'attempt.submitted': ({ event, now }) => [
    news(`submitted ${submission(event)}`, worked(now, event.attempt)),
  ],
  'attempt.asked': ({ event, now }) => [
    problem(warn('question'), ': ', event.question, worked(now, event.attempt)),
  ],
  'attempt.failed': ({ event, now }) => [
    problem(warn(FAILED[event.failure]), `: ${event.detail}`, worked(now, event.attempt)),
  ],
  'check.ran': ({ event, was }) => [checked(event.result, checkBelow(was.run, event.attempt))],
  'guard.ran': ({ event }) =>
    event.findings.map((f) =>
      f.level === 'forbidden'
        ? problem(bad('guard forbids'), ` ${f.rule}: ${findingWords(f)}`)
        : news(warn('guard points out'), ` ${f.rule}: ${findingWords(f)}`),
    ),
  'review.given': (scene) => [reviewed(scene)],
  'review.unavailable': ({ event }) => [problem(warn('no verdict'), ': ', event.reason)],
  'checkpoint.approved': () => [news('approved by you')],
  'checkpoint.declined': ({ event }) => [problem(warn('sent back by you'), ': ', event.text)],
  'attempt.rebased': ({ event }) => [
    news(
      `rebased onto ${short(event.base)} as ${short(event.commit)}`,
      event.samePatch ? '' : '; its change differs now, so it is reviewed again',
    ),
  ],
  'attempt.held': ({ event }) => [news(`waits for ${short(event.base)} to land: ${event.detail}`)],
  'checkpoint.landed': ({ event, now }) => [
    news(
      good('landed'),
      ` as ${short(event.commit)}: ${titleOf(now, event.attempt)}`,
      faint(` · ${tally(now.run)}`),
    ),
  ],
  'checkpoint.blocked': ({ event }) => [problem(bad('blocked'), ': ', event.reason)],
  'plan.remade': ({ event }) => replanned(event),
  'question.answered': ({ event }) => [news('answered: ', event.text)],
  'run.told': ({ event }) => [
    news(accent('you say'), event.checkpoint === null ? ' to all: ' : ': ', event.text),
  ],
  'checkpoint.skipped': () => [problem(warn('set aside by you'))],
  'checkpoint.retried': () => [news('begins anew, as you wanted')],
  'attempt.stopped': ({ event }) => [
    news('left off', event.commit === null ? '' : `; its work is kept as ${short(event.commit)}`),
  ],
  'checkpoint.undone': ({ event }) => [
    problem(
      warn('taken back by you'),
      event.replayed.length === 0
        ? ''
        : `; ${count(event.replayed.length, 'later one')} put on the branch anew`,
    ),
  ],
  'run.rewound': ({ event, now }) => [
    news(`${now.run.branch} is back at ${short(now.run.head)}; it was at ${short(event.from)}`),
  ],
  'run.checked': ({ event, was }) => [
    { ...checked(event.result, checkAt(was.run, event.commit)), who: 'final' },
  ],
  'run.reviewed': ({ event }) => [{ ...lookedOver(event), who: 'final' }],
  'run.paused': ({ event, now }) => [
    end(warn(`paused (${event.reason})`), `${event.detail} · ${tally(now.run)}`, now),
  ],
  'run.resumed': ({ event }) => [
    news('resumed', ...limits(event)),
    ...(event.sandbox === undefined ? [] : unconfined(CONFINED[event.sandbox])),
  ],
  'run.reopened': () => [news('taken up again after its end')],
  'run.ended': ({ event, now }) => [end(ENDED[event.outcome], `${event.detail} · ${spending(now.run)}`, now)],
};

const unconfined = (words: string | undefined): Line[] =>
  words === undefined ? [] : [problem(warn(words), ': commands of the models run with your rights')];

function lookedOver({ verdict, checkpoints, detail, model }: EventOf<'run.reviewed'>): Line {
  if (!verdict) {
    return problem(warn('the whole was not looked over'), `: ${detail}`);
  }
  return checkpoints.length === 0
    ? news(good('nothing is missing'), `: ${detail}`, faint(` · ${model}`))
    : problem(warn('missing'), `: ${checkpoints.map(({ id, title }) => `${id}: ${title}`).join('; ')}`);
}

/** The first model of a role is told elsewhere; another one in its place is never silent. */
function modelChange(was: Watch, event: EventOf<'model.called'>): Line[] {
  const before = handOf(was, event.attempt ?? WHOLE).models[event.role];
  return before === undefined || before === event.model
    ? []
    : [problem(warn('another model'), ` answers as ${event.role}: ${event.model} instead of ${before}`)];
}

function plan({ plan: { checkpoints }, by, edges, remarks }: EventOf<'plan.made'>, now: Watch): Line[] {
  const origin = { planner: 'by the planner', single: 'the whole spec at once', person: 'edited by you' }[by];
  return [
    {
      who: 'plan',
      ...news(`${count(checkpoints.length, 'checkpoint')}, ${origin}`, faint(cost(now, WHOLE))),
    },
    ...planRows(checkpoints, edges),
    ...(remarks ?? []).map((remark) => problem(warn('a large step'), `: ${remark}`)),
  ];
}

const planRows = (
  checkpoints: EventOf<'plan.remade'>['checkpoints'],
  edges: EventOf<'plan.remade'>['edges'],
): Line[] => [
  ...checkpoints.map((c) => {
    const after = c.after.length > 0 ? `, after ${c.after.join(', ')}` : '';
    return { who: c.id, ...news(c.title, faint(` (${c.difficulty}${after})`)) };
  }),
  ...edges.map((e) => ({ who: e.to, ...news(`waits for ${e.from}: ${e.because}`) })),
];

function replanned({ checkpoints, edges, detail }: EventOf<'plan.remade'>): Line[] {
  return checkpoints.length === 0
    ? [{ who: 'plan', ...problem(warn('no other plan'), `: ${detail}`) }]
    : [{ who: 'plan', ...problem(warn('planned anew'), `: ${detail}`) }, ...planRows(checkpoints, edges)];
}

const submission = ({ commit, changed, summary }: EventOf<'attempt.submitted'>): string =>
  changed.length === 0
    ? `no change: ${summary}`
    : `${short(commit)}, ${count(changed.length, 'file')}: ${summary}`;

function reviewed({ event, was, now }: Scene<EventOf<'review.given'>>): Line {
  const p = was.run.progress.find((q) => q.checkpoint.id === checkpointOf(event.attempt));
  const against = p?.at === 'reviewing' ? objections(event.verdict, measureOf(p)) : [];
  const all = [event.model, ...(event.others ?? []).map(({ role, model }) => `${role} by ${model}`)];
  const by = faint(` · ${all.join(', ')}${cost(now, event.attempt)}`);
  if (against.length === 0) {
    return news(good('accepted'), `: ${event.verdict.reason}`, by);
  }
  const word = event.verdict.decision === 'reject' ? bad('rejected') : warn('sent back');
  return problem(word, `: ${against.join('; ')}`, by);
}

/** What an attempt has taken so far: model, calls, cost. */
function worked(now: Watch, attempt: string): Span {
  const { models, spent } = handOf(now, attempt);
  const model = models['coder'];
  return faint(model === undefined ? '' : ` · ${model} · ${count(spent.calls, 'call')}${cost(now, attempt)}`);
}

const cost = (now: Watch, key: string): string => {
  const { spent } = handOf(now, key);
  return spent.calls === 0 ? '' : ` · ${money(spent)}`;
};

const titleOf = ({ run }: Watch, attempt: string): string =>
  run.progress.find((p) => p.checkpoint.id === checkpointOf(attempt))?.checkpoint.title ?? attempt;

/** Whether the work in hand is with the workers already. */
const isOut = ({ run }: Watch, attempt: string): boolean =>
  run.progress.some((p) => 'attempt' in p && p.attempt === attempt && 'sent' in p && p.sent !== undefined);

const end = (word: Span, detail: string, now: Watch): Line => ({
  weight: 'end',
  row: row(word, `: ${detail}`, faint(` · ${took(elapsed(now, now.lastAt))}`)),
});

const limits = ({ budget, minutes, tokens: most }: EventOf<'run.resumed'>): Piece[] => [
  budget === null ? '' : ` · budget ${dollars(budget)}`,
  minutes === null ? '' : ` · ${count(minutes, 'minute')}`,
  most === undefined || most === null ? '' : ` · ${tokens(most)} tokens`,
];
