import type { CheckpointFact, Coverage, Report } from '../report.ts';
import { count, money, took } from '../figures.ts';
import { spendOf } from '../spend-fact.ts';
import { plain } from '../row.ts';
import { checkWords, ENDED, short } from '../words.ts';

/** The report for a pull request or a page of CI: what was checked stands apart from what is only claimed. */
export function reportMarkdown(report: Report): string {
  const parts = [
    `## ${text(report.title)}: ${outcome(report)}`,
    text(report.detail),
    facts(report),
    part('Checkpoints', table(['', 'checkpoint', 'check', 'review', 'commit'], report.checkpoints.map(row))),
    part('Requirements', table(['', 'requirement', 'by'], report.requirements.map(requirement))),
    part('Not verified', list(report.unverified.map(({ what, why }) => `${text(what)}: ${text(why)}`))),
    part('Claimed, not checked', list(report.checkpoints.flatMap(claim))),
    `<sub>orchestrate ${report.program}, run \`${report.run}\`, \`${short(report.base)}..${short(report.head)}\`</sub>`,
  ];
  return `${parts.filter((p) => p !== '').join('\n\n')}\n`;
}

const outcome = ({ outcome: how, paused }: Report): string =>
  how === 'paused' ? `paused (${paused ?? 'interrupted'})` : plain([ENDED[how]]);

function facts({ checkpoints, final, spent, ms }: Report): string {
  const landed = checkpoints.filter(({ status }) => status === 'landed').length;
  const check = final === null ? 'no final check' : `final check ${final.weight}`;
  return `${String(landed)} of ${count(checkpoints.length, 'checkpoint')} landed · ${check} · ${money(spendOf(spent))} · ${took(ms)}`;
}

const MARK = {
  landed: '✅',
  blocked: '❌',
  asking: '❓',
  open: '⬜',
  replaced: '➖',
} as const satisfies Record<CheckpointFact['status'], string>;
const MET = { met: '✅', unproved: '⚠️', open: '⬜' } as const satisfies Record<Coverage['status'], string>;

function row({ id, title, status, reason, checked, commit }: CheckpointFact): string[] {
  const { check, review } = checked;
  const verdict = review === null ? '' : `${review.decision} by ${review.model}`;
  return [
    MARK[status],
    `**${id}** ${cell(title)}${reason === null ? '' : `<br>${cell(reason)}`}`,
    check === null ? 'none' : `${check.weight}: ${cell(checkWords(check.result))}`,
    cell(verdict),
    commit === null ? '' : `\`${short(commit)}\``,
  ];
}

const requirement = ({ id, text: what, status, by }: Coverage): string[] => [
  MET[status],
  `**${id}** ${cell(what)}${status === 'unproved' ? '<br>landed, but nothing proves it' : ''}`,
  by.map(({ checkpoint }) => checkpoint).join(', '),
];

const claim = ({ id, claimed }: CheckpointFact): string[] =>
  claimed === '' ? [] : [`**${id}** ${text(claimed)}`];

const part = (name: string, body: string): string => (body === '' ? '' : `### ${name}\n\n${body}`);
const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Words of a model or a spec as they are: no heading, link, image, mention or markup of theirs takes effect. */
const text = (words: string): string =>
  words
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>#|!]/g, String.raw`\$&`)
    .replaceAll('@', '@\u200b');
const cell = text;
