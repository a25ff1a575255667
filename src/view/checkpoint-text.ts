import { checkpointOf } from '../domain/ids.ts';
import { money, took } from './figures.ts';
import type { AttemptFact, CheckpointFact, Fate, Measured, ReviewFact } from './report.ts';
import { bad, faint, good, row, strong, warn, type Row, type Span } from './row.ts';
import { spendOf } from './spend-fact.ts';
import { checkWords, findingWords, short } from './words.ts';

const BOX = {
  landed: good('[x]'),
  blocked: bad('[!]'),
  replaced: faint('[-]'),
  asking: warn('[?]'),
  open: faint('[ ]'),
} as const satisfies Record<CheckpointFact['status'], Span>;

/** One checkpoint: what was checked, then what is only claimed, then how it came about. */
export function checkpointRows(fact: CheckpointFact): Row[] {
  const { check, review } = fact.checked;
  const outcome = outcomeOf(fact);
  return [
    row(BOX[fact.status], ' ', strong(`${fact.id} ${fact.title}`), faint(` · ${outcome}`)),
    ...(fact.reason === null ? [] : labelled('why', [row(warn(fact.reason))])),
    ...labelled('checked', check ? measuredRows(check) : [row(faint('no check ran'))]),
    ...labelled('reviewed', review ? reviewRows(review) : [row(faint('no verdict'))]),
    ...(fact.claimed === '' ? [] : labelled('claimed', [row(faint(fact.claimed))])),
    ...labelled('attempts', fact.attempts.flatMap(attemptRows)),
    ...(fact.kept === null ? [] : labelled('kept', [row(`the work so far, as commit ${short(fact.kept)}`)])),
  ];
}

function outcomeOf({ commit, status, replacedBy }: CheckpointFact): string {
  if (commit !== null) {
    return `landed ${short(commit)}`;
  }
  return status === 'replaced' ? `planned anew as ${replacedBy.join(', ')}` : status;
}

/** Rows beside a label that only the first of them shows. */
export const labelled = (label: string, rows: readonly Row[]): Row[] =>
  rows.map((line, i) => [...row('    ', faint((i === 0 ? label : '').padEnd(10))), ...line]);

const WEIGHT = {
  green: good('green'),
  red: bad('red'),
  environment: warn('could not run'),
} as const satisfies Record<Measured['weight'], Span>;

/** A result that proves nothing is not called green. */
function measuredRow({ weight, commit, result }: Measured): Row {
  const proves = weight !== 'green' || result.status === 'passed';
  const mark = proves
    ? WEIGHT[weight]
    : warn(result.status === 'failed' ? 'only known failures' : 'not verified');
  return row(mark, `: ${checkWords(result)}`, faint(`, on ${short(commit)}`));
}

/** With the tests that fail, by name. */
export const measuredRows = (measured: Measured): Row[] => [
  measuredRow(measured),
  ...(measured.result.tests?.failures ?? []).map((f) => row(faint('fails: '), f.name)),
];

function reviewRows({ model, commit, criteria, objections, reason }: ReviewFact): Row[] {
  const met = criteria.filter((c) => c.met).length;
  return [
    row(
      objections.length === 0 ? good('accepted') : warn('not accepted'),
      ` by ${model}, criteria met: ${String(met)} of ${String(criteria.length)}`,
      faint(`, on ${short(commit)}`),
    ),
    ...(objections.length === 0 ? [row(faint(reason))] : objections.map((o) => row(o))),
  ];
}

const FATE: Readonly<Record<Fate, string>> = {
  landed: 'landed',
  accepted: 'accepted, not landed',
  under_way: 'not finished',
  red: 'refused',
  guarded: 'stopped by the guard',
  sent_back: 'sent back',
  rejected: 'rejected',
  asked: 'asked',
  stopped: 'left off, as you wanted',
  failed: 'failed',
};

function attemptRows(fact: AttemptFact): Row[] {
  const models = [...new Set(fact.models.map((m) => m.model))].join(', ');
  const why = fact.fate === 'landed' || fact.why === '' ? '' : `: ${fact.why}`;
  const word = fact.failure === null ? FATE[fact.fate] : fact.failure.replaceAll('_', ' ');
  return [
    row(
      `${fact.id.slice(checkpointOf(fact.id).length + 1)} `,
      fact.fate === 'landed' ? good(word) : warn(word),
      why,
      faint(` · ${models} · ${took(fact.ms)} · ${money(spendOf(fact.spent))}`),
    ),
    row('   ', faint(`${fact.asked} ${fact.route}`)),
    ...fact.guard.map((f) =>
      row(
        '   ',
        f.level === 'forbidden' ? bad('forbidden') : warn('noticed'),
        ` ${f.rule}: ${findingWords(f)}`,
      ),
    ),
    ...fact.reviews.flatMap((r) =>
      r.findings.map((f) =>
        row(
          '   ',
          f.severity === 'blocking' ? bad('blocking') : faint('note'),
          ` ${findingWords(f)}`,
          faint(f.suggestion === undefined ? '' : ` → ${f.suggestion}`),
        ),
      ),
    ),
  ];
}
