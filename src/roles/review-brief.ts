import { bounded } from '../agent/boundary.ts';
import type { BaseTests, CheckResult } from '../domain/check.ts';
import type { Review } from '../domain/earlier.ts';
import { nameOf, type Finding, type GuardFinding } from '../domain/finding.ts';
import type { Checkpoint } from '../domain/plan.ts';
import { failing } from './failing.ts';
import { saidByPerson } from './said-by-person.ts';

export type ReviewBrief = {
  readonly checkpoint: Checkpoint;
  /** The diff as it is to be shown, with what is left out named outside of it. */
  readonly diff: string;
  readonly changed: readonly string[];
  readonly guard: readonly GuardFinding[];
  readonly check: CheckResult;
  /** One line on the check, such as `exit 0 · 41 tests · 12.4 s`. */
  readonly checkLine: string;
  readonly baseTests: BaseTests | null;
  readonly earlier: readonly Review[];
  /** What differs from the commit that the last review saw; empty where that cannot be told. */
  readonly delta: string;
  readonly rules: string;
  /** What the person who runs this has said of it. */
  readonly words?: readonly string[];
};

export function reviewBrief(brief: ReviewBrief): string {
  const { id, title, goal, acceptance } = brief.checkpoint;
  return [
    `# ${id}: ${title}`,
    goal,
    `Acceptance criteria:\n${acceptance.map((a, i) => `${String(i + 1)}. ${a}`).join('\n')}`,
    ...saidByPerson(brief.words),
    checkPart(brief),
    ...baseTestsPart(brief.baseTests),
    ...(brief.guard.length > 0 ? [`The guard noticed:\n${brief.guard.map(guardLine).join('\n')}`] : []),
    ...earlierPart(brief),
    ...(brief.rules ? [`Rules of this repository:\n${bounded('rules', brief.rules)}`] : []),
    brief.changed.length > 0
      ? `Changed files: ${brief.changed.join(', ')}\n\n${bounded('diff', brief.diff)}`
      : 'The author says that nothing has to be done, so there is no diff. Accept only if the files, as your tools show them, meet every criterion already.',
  ].join('\n\n');
}

function checkPart({ check, checkLine }: ReviewBrief): string {
  if (check.status === 'none') {
    return 'No check command is configured: there is no executable evidence. Read the change with that in mind.';
  }
  const silent = check.status === 'no_evidence' ? ' It printed nothing, which proves little.' : '';
  const known = check.status === 'failed' ? (check.tests?.failures ?? []).map(({ name }) => name) : [];
  return [
    `The check, run by the orchestrator on exactly this commit: \`${check.command}\`: ${checkLine}.${silent}`,
    ...failing('What fails was red before anything was changed, and nothing else fails:', known),
    ...failing(
      'Flaky: failed in one of two runs on these very files and passed in the other:',
      check.flaky ?? [],
    ),
    bounded('check-output', check.tail),
  ].join('\n');
}

const guardLine = (f: GuardFinding): string =>
  `- ${f.rule}: ${f.file === '' ? '' : `${placeOf(f)}: `}${f.detail}${f.named === true ? nameIt(f) : ''}`;

const nameIt = (f: GuardFinding): string =>
  ` Whoever accepts this puts ${f.file === '' ? `\`${nameOf(f)}\`` : 'the file'} into \`approvedTests\`, where the checkpoint itself asks for it.`;

const placeOf = ({ file, line }: Finding | GuardFinding): string =>
  line === undefined ? file : `${file}:${String(line)}`;

function baseTestsPart(base: BaseTests | null): string[] {
  if (!base || base.differs.length === 0) {
    return [];
  }
  return [
    [
      `The change touches tests, or what defines the check: ${base.files.join(', ')}. With these files as they are at the base, run on the new source, this fails:`,
      bounded('base-tests', base.differs.join('\n')),
      'Whoever accepts approves each of these by its name in `approvedTests`: only where the checkpoint itself asks for that behaviour to change.',
      bounded('base-tests-output', base.result.tail),
    ].join('\n'),
  ];
}

function earlierPart({ earlier, delta }: ReviewBrief): string[] {
  if (earlier.length === 0) {
    return [];
  }
  const lines = earlier.flatMap(({ attempt, verdict }) => [
    `${attempt}: ${verdict.decision}: ${verdict.reason}`,
    ...verdict.findings.map((f) => `- ${f.id ?? attempt} (${f.severity}) ${placeOf(f)}: ${f.problem}`),
  ]);
  return [
    `Earlier reviews of this checkpoint. Say of each blocking finding whether this change resolves it: its id in \`resolved\`, or the finding again, under the same id.\n${lines.join('\n')}`,
    ...(delta ? [`What is new since the last of these reviews:\n${bounded('delta', delta)}`] : []),
  ];
}
