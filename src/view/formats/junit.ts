import type { CheckpointFact, Coverage, Measured, Report } from '../report.ts';
import { checkWords } from '../words.ts';

type Case = {
  readonly name: string;
  readonly ms: number;
  /** Why it did not succeed: `missing` is neither good nor bad yet. */
  readonly trouble?: {
    readonly kind: 'failure' | 'missing';
    readonly message: string;
    readonly detail?: string;
  };
};

/** Checkpoints, requirements and checks as test suites, for whatever shows JUnit's XML. */
export function reportJunit(report: Report): string {
  const suites = [
    suite('checkpoints', report.checkpoints.map(ofCheckpoint)),
    suite('requirements', report.requirements.map(ofRequirement)),
    suite('checks', [
      ...ofCheck('base', report.baseline, 'shown'),
      ...ofCheck('final', report.final, 'counts'),
    ]),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(report.title)}">\n${suites.join('')}</testsuites>\n`;
}

function suite(name: string, cases: readonly Case[]): string {
  const of = (kind: 'failure' | 'missing'): string =>
    String(cases.filter(({ trouble }) => trouble?.kind === kind).length);
  const time = seconds(cases.reduce((sum, { ms }) => sum + ms, 0));
  const head = `name="${name}" tests="${String(cases.length)}" failures="${of('failure')}" errors="0" skipped="${of('missing')}" time="${time}"`;
  return `  <testsuite ${head}>\n${cases.map((one) => caseOf(name, one)).join('')}  </testsuite>\n`;
}

function caseOf(suiteName: string, { name, ms, trouble }: Case): string {
  const head = `    <testcase classname="orchestrate.${suiteName}" name="${escaped(name)}" time="${seconds(ms)}"`;
  if (!trouble) {
    return `${head}/>\n`;
  }
  const { kind, message, detail = '' } = trouble;
  const tag = kind === 'failure' ? 'failure' : 'skipped';
  return `${head}>\n      <${tag} message="${escaped(message)}">${escaped(detail)}</${tag}>\n    </testcase>\n`;
}

function ofCheckpoint({ id, title, status, reason, ms, checked }: CheckpointFact): Case {
  const name = `${id} ${title}`;
  if (status === 'landed') {
    return { name, ms };
  }
  const kind = status === 'blocked' ? 'failure' : 'missing';
  const detail = checked.check?.weight === 'red' ? checked.check.result.tail : '';
  return { name, ms, trouble: { kind, message: reason ?? 'not finished', detail } };
}

const ofRequirement = ({ id, text, status }: Coverage): Case => ({
  name: `${id} ${text}`,
  ms: 0,
  ...(status === 'met'
    ? {}
    : {
        trouble: {
          kind: status === 'open' ? ('failure' as const) : ('missing' as const),
          message: status === 'open' ? 'something is missing' : 'landed, but nothing proves it',
        },
      }),
});

/** A check at the base is shown, and its failures are nobody's fault here. */
function ofCheck(when: string, measured: Measured | null, weight: 'shown' | 'counts'): Case[] {
  if (!measured) {
    return [];
  }
  const { result } = measured;
  const name = `${when}: ${result.command}`;
  const good = measured.weight === 'green' && result.status !== 'none';
  const kind = weight === 'counts' && measured.weight !== 'green' ? 'failure' : 'missing';
  const trouble = { kind, message: checkWords(result), detail: result.tail } as const;
  return [{ name, ms: result.ms, ...(good ? {} : { trouble }) }];
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};
// XML has no way to write these characters at all.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const escaped = (text: string): string =>
  text.replaceAll(FORBIDDEN, '\ufffd').replaceAll(/[&<>"\n]/g, (c) => ENTITY[c] ?? c);
