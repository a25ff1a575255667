import { checkpointRows, labelled, measuredRows } from './checkpoint-text.ts';
import type { Step } from './ending.ts';
import { count, dollars, money, tokens, took } from './figures.ts';
import type { Coverage, Measured, Report } from './report.ts';
import { accent, bad, blank, faint, good, row, strong, warn, type Row, type Span } from './row.ts';
import { spendOf } from './spend-fact.ts';
import { CONFINED, ENDED, short } from './words.ts';

/** The report for reading: what was checked stands apart from what is only claimed. */
export function renderReport(report: Report): Row[] {
  return [
    ...title(report),
    ...part(
      'The plan',
      report.planRemarks.map((remark) => row('  - ', warn(remark))),
    ),
    ...part('Checkpoints', report.checkpoints.flatMap(checkpointRows)),
    ...part('The whole', [
      ...labelled('before', wholeRows(report.baseline)),
      ...labelled('final', wholeRows(report.final)),
    ]),
    ...part('Requirements', report.requirements.flatMap(requirementRows)),
    ...part(
      'Not verified',
      report.unverified.map(({ what, why }) => row('  - ', what, faint(`: ${why}`))),
    ),
    ...part('Noted for later runs', proposedRows(report.proposed)),
    ...part('Spent', [...spentRows(report), ...perAcceptedRows(report.perAccepted)]),
    ...part('Not permitted', report.refused.map(refusedRow)),
    ...part('Said on the way', report.remarks.map(remarkRow)),
    ...part('Your checkout', checkoutRows(report.userTree)),
    ...part('Going on', goingOnRows(report)),
  ];
}

const part = (name: string, rows: readonly Row[]): Row[] =>
  rows.length === 0 ? [] : [blank, row(strong(name)), ...rows];

function title(report: Report): Row[] {
  const how =
    report.outcome === 'paused' ? warn(`paused (${report.paused ?? 'interrupted'})`) : ENDED[report.outcome];
  const unconfined = CONFINED[report.sandbox];
  return [
    row(strong(report.title), ': ', how, report.detail === '' ? '' : `: ${report.detail}`),
    row(
      faint(
        `run ${report.run} · ${report.branch} · ${short(report.base)}..${short(report.head)} · ${took(report.ms)} · ${money(spendOf(report.spent))}`,
      ),
      ...(unconfined === undefined ? [] : [faint(' · '), warn(unconfined)]),
    ),
    row(faint('checked: run by this program on exactly these files; claimed: the words of the coder')),
  ];
}

const wholeRows = (measured: Measured | null): Row[] =>
  measured ? measuredRows(measured) : [row(faint('did not run'))];

const MET = {
  met: good('met'),
  unproved: warn('landed, but nothing proves it'),
  open: bad('open'),
} as const satisfies Record<Coverage['status'], Span>;

const requirementRows = ({ id, text, status, by }: Coverage): Row[] => [
  row(`  ${id} `, MET[status], faint(` · ${text}`)),
  ...by.flatMap(({ checkpoint, evidence }) =>
    labelled(checkpoint, evidence.length > 0 ? evidence.map((e) => row(e)) : [row(faint('no evidence yet'))]),
  ),
];

const proposedRows = (proposed: Report['proposed']): Row[] =>
  proposed.length === 0
    ? []
    : [
        ...proposed.map(({ attempt, text }) => row('  - ', text, faint(` (${attempt}, claimed)`))),
        row('  ', accent('orchestrate memory accept'), faint('  tells them to every later run')),
      ];

function spentRows({ spentBy, spent }: Report): Row[] {
  const wide = Math.max(...spentBy.map((s) => `${s.role} ${s.model}`.length), 5);
  const lines = [
    ...spentBy.map((s) => ({ name: `${s.role} ${s.model}`, spent: s.spent })),
    { name: 'total', spent },
  ];
  return lines.map(({ name, spent: sum }) =>
    row(
      `  ${name.padEnd(wide)}  `,
      `${count(sum.calls, 'call')} · ${tokens(sum.input)} tokens in (${tokens(sum.cached)} cached), ${tokens(sum.output)} out · `,
      money(spendOf(sum)),
    ),
  );
}

function perAcceptedRows(each: Report['perAccepted']): Row[] {
  if (!each) {
    return [];
  }
  const { accepted, usd, complete, estimated, input, output } = each;
  const sum =
    usd === null ? 'cost unknown' : `${complete ? '' : 'at least '}${estimated ? '~' : ''}${dollars(usd)}`;
  const taken = `${tokens(Math.round(input))} tokens in, ${tokens(Math.round(output))} out`;
  return [
    row(`  for each of ${count(accepted, 'accepted checkpoint')}: ${taken} · ${sum}`),
    row(faint('    planning, reviews and failed attempts included')),
  ];
}

const refusedRow = ({ tool, rule, times }: Report['refused'][number]): Row =>
  row(`${tool}: ${String(times)} ${times === 1 ? 'call' : 'calls'} (${rule})`);

const remarkRow = ({ model, remark, times }: Report['remarks'][number]): Row =>
  row('  - ', warn(model), `: ${remark}`, faint(times > 1 ? ` (${String(times)} times)` : ''));

function checkoutRows(differences: Report['userTree']): Row[] {
  if (differences === null) {
    return [row('  ', warn('was not compared'))];
  }
  return differences.length === 0
    ? [row('  ', good('unchanged'), ': files, index, stash, branches and config are as they were')]
    : [row('  ', bad('differs from the start:')), ...differences.map((d) => row('  - ', d))];
}

export function stepRows(steps: readonly Step[]): Row[] {
  const wide = Math.max(0, ...steps.map((s) => s.command.length));
  return steps.map(({ command, does }) => row('  ', accent(command.padEnd(wide)), faint(`  ${does}`)));
}

const goingOnRows = ({ next, records, base, head, branch }: Report): Row[] => [
  row(
    head === base
      ? '  no commit was made'
      : `  the commits are on ${branch} only: nothing was merged or pushed`,
  ),
  ...stepRows(next),
  ...(records === null ? [] : [row('  records: ', records)]),
];
